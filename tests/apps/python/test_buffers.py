#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Contexts, plans and draw orders on the buffers and textures of moderngl, or by number."""
import ctypes
import gc
import pickle
import unittest
import warnings

import glsort
import moderngl
import numpy as np
from order_of_bits import argsorted

COUNT = 5000


def random_words(count=COUNT):
    return np.random.default_rng(7).integers(0, 900, count, np.uint32)


def words_of(buffer):
    return np.frombuffer(buffer.read(), np.uint32)


class Buffers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gl = moderngl.create_context(require=330, standalone=True, backend="egl")
        cls.context = glsort.Context()

    @classmethod
    def tearDownClass(cls):
        cls.context.close()
        assert cls.gl.error == "GL_NO_ERROR"
        cls.gl.release()

    def plan(self, *arguments, **more):
        plan = glsort.Plan(*arguments, context=self.context, **more)
        self.addCleanup(plan.close)
        return plan

    def order(self, *arguments, **more):
        order = glsort.Order(*arguments, context=self.context, **more)
        self.addCleanup(order.close)
        return order

    def room(self, words):
        return self.gl.buffer(np.full(words, 0xABABABAB, np.uint32))

    def test_a_plan_sorts_a_buffer_in_place_by_object_or_by_number(self):
        keys = random_words()
        for name in (lambda buffer: buffer, lambda buffer: buffer.glo,
                     lambda buffer: np.uint32(buffer.glo)):
            buffer = self.gl.buffer(keys)
            plan = self.plan(COUNT)
            plan.run(COUNT, keys_in=name(buffer), keys_out=name(buffer), consumers="copy")
            np.testing.assert_array_equal(words_of(buffer), np.sort(keys))

    def test_a_range_of_a_buffer_is_sorted_and_the_rest_is_left(self):
        keys = random_words()
        buffer = self.gl.buffer(keys)
        part = glsort.Resource(buffer, offset=400)
        self.plan(COUNT).run(1000, keys_in=part, keys_out=part)
        keys[100:1100].sort()
        np.testing.assert_array_equal(words_of(buffer), keys)

    def test_the_options_of_a_plan_have_their_effect(self):
        rows = np.zeros(COUNT, [("other", "u4"), ("key", "f4")])
        rows["key"] = np.random.default_rng(3).normal(size=COUNT).round(2)
        where = glsort.field(rows.dtype, "key")
        self.assertEqual(where, {"offset": 4, "stride": 8})
        out = self.room(COUNT)
        for algorithm in ("auto", "abisort", "bitonic"):
            plan = self.plan(COUNT, key="f32", direction="descending", values="indices",
                             flags=["discard-keys"], key_stride=where["stride"],
                             algorithm=algorithm)
            plan.run(COUNT, keys_in=glsort.Resource(self.gl.buffer(rows), where["offset"]),
                     values_out=out, consumers=("copy", "index"))
            np.testing.assert_array_equal(
                words_of(out), argsorted(np.ascontiguousarray(rows["key"]), True))

    def test_a_texture_is_sorted_with_the_width_that_it_has(self):
        keys = random_words(96 * 50)
        texture = self.gl.texture((96, 50), 1, keys, dtype="u4")
        plan = self.plan(len(keys), textures=["keys-in", "keys-out"])
        for resource in (texture, glsort.Resource(texture.glo, width=96)):
            texture.write(keys)
            plan.run(len(keys), keys_in=resource, keys_out=resource)
            np.testing.assert_array_equal(words_of(texture), np.sort(keys))

    def test_each_segment_is_sorted_by_itself(self):
        keys = random_words()
        offsets = np.uint32([100, 100, 117, 4000, COUNT])
        cuts = list(zip(offsets[:-1], offsets[1:]))
        buffer, order = self.gl.buffer(keys), self.room(COUNT)
        with glsort.Segments(COUNT, context=self.context, max_segments=4,
                             direction="descending", values="indices") as segments:
            segments.run(COUNT, segment_count=4, offsets_in=self.gl.buffer(offsets),
                         keys_in=buffer, keys_out=buffer, values_out=order, consumers="copy")
        for first, end in cuts:
            wanted = first + argsorted(keys[first:end], True)
            np.testing.assert_array_equal(words_of(order)[first:end], wanted)
            np.testing.assert_array_equal(words_of(buffer)[first:end], keys[wanted])
        np.testing.assert_array_equal(words_of(buffer)[:100], keys[:100])

    def test_an_order_sorts_what_is_in_view_and_writes_the_command(self):
        if not self.context.limits()["has_compute"]:
            self.skipTest("draw commands need compute shaders")
        random = np.random.default_rng(11)
        points = np.zeros(COUNT, [("life", "f4"), ("at", "f4", 3)])
        points["at"], points["life"] = random.normal(size=(COUNT, 3)), random.normal(size=COUNT)
        clip = np.diag(np.float32([1, 1, 0.001, 1]))  # keeps |x| and |y| up to 1
        clip[0, 3] = 0.25  # moves x: a transposed matrix would divide by it
        out, command, visible = self.room(COUNT), self.room(5), self.room(1)
        order = self.order(COUNT, position=glsort.field(points.dtype, "at"), cull="frustum",
                           dead={"test": "f32-at-most", "f32": 0.5,
                                 "field": glsort.field(points.dtype, "life")},
                           command="draw-elements", flags="writes-visible")
        particles = self.gl.buffer(points)
        order.run(COUNT, positions=particles, dead=particles, order_out=out,
                  command_out=command, visible_out=visible,
                  views=[{"origin": (0, 0, 5), "axis": np.float64([0, 0, -1]), "clip": clip.T}])
        at, shown = points["at"], points["life"] > 0.5
        shown &= (abs(at[:, 0] + np.float32(0.25)) <= 1) & (abs(at[:, 1]) <= 1)
        depths = np.float32(5) - at[:, 2]
        wanted = np.flatnonzero(shown)[np.argsort(-depths[shown], kind="stable")]
        self.assertGreater(len(wanted), 100)
        np.testing.assert_array_equal(words_of(out)[:len(wanted)], wanted)
        self.assertEqual(words_of(command).tolist(), [len(wanted), 1, 0, 0, 0])
        self.assertEqual(words_of(visible).tolist(), [len(wanted)])

    def test_a_view_is_made_of_matrices_that_multiply_columns(self):
        view, projection = np.diag([-2.0, 1, 1, 1]), np.diag([1.0, 1, -1, 0])
        view[:3, 3], projection[3, 2] = (4, 5, -6), -1
        made = glsort.view_from(view, projection)
        self.assertEqual(made["origin"], [2, -5, 6])
        self.assertEqual(made["axis"], [0, 0, -1])
        np.testing.assert_array_equal(np.reshape(made["clip"], (4, 4)).T, projection @ view)
        self.assertEqual(glsort.view_from(view, along_z=True),
                         {"origin": [2, -5, 6], "axis": [0, 0, 1]})
        self.assertEqual(glsort.view_from(view.T, projection.T, rows=True), made)
        points, out = np.random.default_rng(3).normal(size=(100, 3)).astype("f4"), self.room(100)
        self.order(100).run(100, positions=self.gl.buffer(points), order_out=out, views=[made])
        depths = np.float32(6) - points[:, 2]
        np.testing.assert_array_equal(words_of(out), np.argsort(-depths, kind="stable"))
        for wrong in (np.zeros((4, 4)), np.full((4, 4), np.nan), np.eye(3)):
            with self.assertRaisesRegex(ValueError, "^glsort: "):
                glsort.view_from(wrong)

    def test_an_order_takes_count_and_views_from_buffers(self):
        points = np.random.default_rng(5).normal(size=(300, 3)).astype("f4")
        view = np.zeros(24, "f4")
        view[5] = -1  # the second of the axis
        out = self.room(300)
        self.order(300, count_source="buffer").run(
            positions=self.gl.buffer(points), count_in=self.gl.buffer(np.uint32([70])),
            views_in=self.gl.buffer(view), view_count=1, order_out=out)
        np.testing.assert_array_equal(words_of(out)[:70],
                                      np.argsort(points[:70, 1], kind="stable"))

    def test_an_order_of_several_views_and_primitives(self):
        if not self.context.limits()["has_compute"]:
            self.skipTest("primitives are whole only with compute shaders")
        points = np.random.default_rng(5).normal(size=(300, 3)).astype("f4")
        lines = np.random.default_rng(6).integers(0, 300, (100, 2)).astype("u4")
        out = self.room(2 * 2 * 100)
        order = self.order(100, max_views=2, primitive={"vertices": 2, "key": "nearest"},
                           direction="front-to-back")
        order.run(100, positions=self.gl.buffer(points), indices_in=self.gl.buffer(lines),
                  vertex_count=300, order_out=out,
                  views=[{"axis": (1, 0, 0)}, {"axis": (0, -1, 0)}])
        found = words_of(out).reshape(2, 100, 2)
        for view, depths in enumerate((points[:, 0], -points[:, 1])):
            wanted = lines[np.argsort(depths[lines].min(1), kind="stable")]
            np.testing.assert_array_equal(found[view], wanted)

    def test_sources_are_ordered_together_each_where_its_matrix_puts_it(self):
        random = np.random.default_rng(14)
        clouds = [random.normal(size=(count, 4)).astype("f4") for count in (700, 0, 300)]
        matrices = np.tile(np.eye(4, dtype="f4"), (3, 1, 1))  # each a column after the other
        matrices[:, 3, 2] = -1, 0, 1
        depths = np.concatenate([cloud[:, 2] + matrix[3, 2]
                                 for cloud, matrix in zip(clouds, matrices)])
        buffers = [self.gl.buffer(cloud) if len(cloud) else None for cloud in clouds]
        textures = [self.gl.texture((100, len(cloud) // 100), 4, cloud, dtype="f4")
                    if len(cloud) else None for cloud in clouds]
        for places, fields, matrix_place in (
                (buffers, {"position": {"stride": 16}}, self.gl.buffer(matrices)),
                (textures, {"textures": ["positions", "matrices"]},
                 self.gl.texture((12, 1), 4, matrices, dtype="f4"))):
            out = self.room(1000)
            order = self.order(1000, max_sources=4, transform="per-source", **fields)
            order.run(1000, order_out=out, views=[{"axis": (0, 0, 1)}], matrices=matrix_place,
                      matrix_count=3, sources=[
                          {"positions": place, "count": len(cloud)}
                          for place, cloud in zip(places, clouds)])
            np.testing.assert_array_equal(words_of(out), np.argsort(-depths, kind="stable"))

    def test_a_refused_call_says_what_the_limit_is_and_changes_nothing(self):
        buffer = self.gl.buffer(random_words())
        plan = self.plan(10)
        for result, words, call in (
                ("GLSORT_ERROR_RANGE", "count 11 is above the plan's max_count 10",
                 lambda: plan.run(11, keys_in=buffer, keys_out=buffer)),
                ("GLSORT_ERROR_ARGUMENT", "keys_in", lambda: plan.run(3, keys_out=buffer)),
                ("GLSORT_ERROR_RANGE", "max_count", lambda: self.plan(0)),
                ("GLSORT_ERROR_ARGUMENT", "line 1", lambda: glsort.Context(table="nonsense"))):
            with self.assertRaises(glsort.Error) as raised:
                call()
            again = pickle.loads(pickle.dumps(raised.exception))
            self.assertEqual(again.result, result)
            self.assertIn(words, str(again))
        np.testing.assert_array_equal(words_of(buffer), random_words())
        self.assertEqual(self.gl.error, "GL_NO_ERROR")

    def test_a_word_or_a_field_that_there_is_not_is_refused_with_those_there_are(self):
        for error, words, call in (
                (ValueError, "key 'u31' is not one of u32, i32,", lambda: self.plan(1, key="u31")),
                (ValueError, "glsort_texture 'keys' is not one of", lambda: self.plan(
                    1, textures="keys")),
                (TypeError, "position has no field 'size', but format, offset, stride",
                 lambda: self.order(1, position={"size": 3})),
                (TypeError, "position is (0, 12); a dict of format, offset, stride, texel_words is "
                 "needed",
                 lambda: self.order(1, position=(0, 12))),
                (TypeError, "sources[0] has no field 'first', but positions, base, count",
                 lambda: self.order(1, max_sources=2).run(1, sources=[{"first": 0}])),
                (TypeError, "", lambda: self.order(1).run(1, views=[{"origin": "xyz"}])),
                (ValueError, "origin has 5 items; the most is 4", lambda: self.order(1).run(
                    1, views=[{"origin": range(5)}])),
                (ValueError, "axis has 2 items; 3 are needed", lambda: self.order(1).run(
                    1, views=[{"axis": (0, 1)}])),
                (ValueError, "view_count is 2, but there are 1 views", lambda: self.order(
                    1, max_views=2).run(1, views=[{}], view_count=2)),
                (ValueError, "views has 9 items; the most is 8", lambda: self.order(1).run(
                    1, views=[{}] * 9)),
                (TypeError, "keys_in.offset is of type bool; an int is needed",
                 lambda: self.plan(10).run(10, keys_in=glsort.Resource(1, offset=True))),
                (OverflowError, "", lambda: self.plan(1 << 32))):
            with self.assertRaises(error) as raised:
                call()
            self.assertIn(words, str(raised.exception))

    def test_what_is_neither_a_number_nor_a_buffer_is_refused_by_type(self):
        buffer = self.gl.buffer(random_words())
        plan, name = self.plan(COUNT), buffer.glo
        for value in (self.gl.texture((96, 53), 1, dtype="u4"), str(name), name + 0.9, True,
                      np.array([name]), ctypes.c_uint(name), [name]):
            for given in (value, glsort.Resource(value)):
                with self.assertRaisesRegex(TypeError, "^glsort: keys_in is of type "
                                            f"{type(value).__name__}; .*the int that GL gave"):
                    plan.run(COUNT, keys_in=given, keys_out=buffer)
        np.testing.assert_array_equal(words_of(buffer), random_words())

    def test_a_buffer_is_not_taken_for_a_texture_nor_another_kind_of_texture(self):
        buffer, texture = self.gl.buffer(random_words()), self.gl.texture((96, 53), 1, dtype="u4")
        plan = self.plan(COUNT, textures=(word for word in ("keys-in", "keys-out")))
        order = self.order(64, textures=["positions", "order"])
        for run, field, value, needed in (
                (plan.run, "keys_in", buffer, "texture"),
                (plan.run, "keys_in", self.gl.texture_cube((4, 4), 4), "texture"),
                (order.run, "positions", buffer, "texture"),
                (order.run, "views_in", texture, "buffer")):
            with self.assertRaisesRegex(TypeError, f"{field} is of type {type(value).__name__}"
                                        f".*the int that GL gave the {needed}"):
                run(10, **{field: value})

    def test_the_objects_of_pyglet_are_taken(self):
        def described(kind, module, name):
            return type(kind, (), {"__module__": module, "id": name.glo,
                                   "width": getattr(name, "width", None)})
        keys = random_words(96 * 50)
        buffer, texture = self.gl.buffer(keys), self.gl.texture((96, 50), 1, keys, dtype="u4")
        held = described("MappableVertexBufferObject", "pyglet.graphics.vertexbuffer", buffer)
        image = described("Texture", "pyglet.image", texture)
        region = type("TextureRegion", (image,), {"__module__": "pyglet.image"})
        plan = self.plan(len(keys))
        plan.run(len(keys), keys_in=held(), keys_out=held(), consumers="copy")
        np.testing.assert_array_equal(words_of(buffer), np.sort(keys))
        plan = self.plan(len(keys), textures=["keys-in", "keys-out"])
        plan.run(len(keys), keys_in=image(), keys_out=image())
        np.testing.assert_array_equal(words_of(texture), np.sort(keys))
        with self.assertRaises(TypeError):  # it has the number of a larger texture
            plan.run(1, keys_in=region(), keys_out=texture)

    def test_what_is_closed_stays_closed(self):
        with glsort.Context() as context:
            plan = glsort.Plan(10, context=context)
        with self.assertRaises(glsort.Error) as raised:
            plan.run(0)
        self.assertEqual(raised.exception.result, "GLSORT_ERROR_STATE")
        plan.close()
        plan.close()
        for call in (plan.run, context.limits, lambda: glsort.Plan(10, context=context)):
            with self.assertRaises(ValueError) as raised:
                call()
            self.assertIn("is closed", str(raised.exception))

    def test_a_plan_that_is_forgotten_gives_a_warning(self):
        handle = glsort.Plan(10, context=self.context)
        with warnings.catch_warnings(record=True) as given:
            warnings.simplefilter("always")
            del handle
            gc.collect()
        self.assertEqual([str(warning.message) for warning in given],
                         ["glsort: Plan was never closed"])

    def test_a_plan_without_a_context_owns_one(self):
        buffer = self.gl.buffer(random_words())
        with glsort.Plan(COUNT) as plan:
            plan.run(COUNT, keys_in=buffer, keys_out=buffer, consumers="copy")
            own = plan._context
            own.limits()
        np.testing.assert_array_equal(words_of(buffer), np.sort(random_words()))
        with self.assertRaises(ValueError):
            own.limits()  # closed with the plan

    def test_programs_are_taken_again(self):
        self.plan(100, algorithm="bitonic")
        try:
            programs = self.context.programs()
        except glsort.Error as error:
            self.assertEqual(error.result, "GLSORT_ERROR_UNSUPPORTED")
            self.skipTest(str(error))
        self.assertGreater(len(programs), 1000)
        with self.assertNoLogs("glsort", "WARNING"), \
                glsort.Context(programs=programs, flags="debug") as context, \
                glsort.Plan(100, context=context, algorithm="bitonic") as plan:
            plan.run(0)

    def test_messages_go_to_the_logger(self):
        with self.assertLogs("glsort", "WARNING") as logged:
            glsort.Context(programs=b"no programs").close()
        self.assertEqual(len(logged.records), 1)

    def test_a_lost_context_is_abandoned(self):
        context = glsort.Context()
        plan = glsort.Plan(10, context=context)
        context.abandon()
        with self.assertRaises(glsort.Error):
            plan.run(0)
        plan.close()


if __name__ == "__main__":
    unittest.main()
