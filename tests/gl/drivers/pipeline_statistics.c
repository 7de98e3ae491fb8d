// SPDX-License-Identifier: MIT
// pipeline_statistics: what the compiler of a Vulkan driver says of programs. Nothing
// runs.
//
// Every line of the standard input is a program, as words NAME=VALUE:
//
//   name=WORD
//   compute=FILE                            SPIR-V; or the next three
//   vertex=FILE fragment=FILE targets=COUNT
//   storage=BINDING uniform=BINDING ...     its descriptors, see descriptor_kinds
//
// The output has a line for the device, and for every program a line for every number
// that the driver tells of a stage, and a line with the result; words are separated by
// tabs:
//
//   device    its name
//   NAME      name of the stage   name of the number   value
//   NAME      result              VkResult
#define _XOPEN_SOURCE 700
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vulkan/vulkan.h>

enum { MOST_DESCRIPTORS = 32, MOST_TARGETS = 8, MOST_STAGES = 2, MOST_NUMBERS = 64 };

struct device {
    VkInstance instance;
    VkDevice handle;
    PFN_vkGetPipelineExecutablePropertiesKHR get_stages;
    PFN_vkGetPipelineExecutableStatisticsKHR get_numbers;
};

struct program {
    char* name;
    VkPipelineShaderStageCreateInfo stages[MOST_STAGES];
    uint32_t stage_count;
    uint32_t target_count;
    VkDescriptorSetLayoutBinding descriptors[MOST_DESCRIPTORS];
    uint32_t descriptor_count;
};

static const struct {
    const char* word;
    VkShaderStageFlagBits bit;
} stage_kinds[] = {
    {"compute", VK_SHADER_STAGE_COMPUTE_BIT},
    {"vertex", VK_SHADER_STAGE_VERTEX_BIT},
    {"fragment", VK_SHADER_STAGE_FRAGMENT_BIT},
};

static const struct {
    const char* word;
    VkDescriptorType type;
} descriptor_kinds[] = {
    {"storage", VK_DESCRIPTOR_TYPE_STORAGE_BUFFER},
    {"uniform", VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER},
    {"texture", VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER},
    {"texels", VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER},
    {"image", VK_DESCRIPTOR_TYPE_STORAGE_IMAGE},
};

static void fail(const char* what, const char* which)
{
    fprintf(stderr, "pipeline_statistics: %s%s\n", what, which);
    exit(1);
}

static void check(VkResult result, const char* call)
{
    if (result < 0) {
        fprintf(stderr, "pipeline_statistics: %s: VkResult %d\n", call, (int)result);
        exit(1);
    }
}

static VkInstance create_instance(void)
{
    const VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .apiVersion = VK_API_VERSION_1_3,
    };
    const VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pApplicationInfo = &application,
    };
    VkInstance instance;
    check(vkCreateInstance(&info, NULL, &instance), "vkCreateInstance");
    return instance;
}

static VkPhysicalDevice first_device(VkInstance instance)
{
    uint32_t count = 1;
    VkPhysicalDevice device;
    check(vkEnumeratePhysicalDevices(instance, &count, &device),
          "vkEnumeratePhysicalDevices");
    if (count == 0)
        fail("the driver has no device", "");
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
    printf("device\t%s\n", properties.deviceName);
    return device;
}

static struct device create_device(void)
{
    VkPhysicalDeviceVulkan13Features draws = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
        .dynamicRendering = VK_TRUE,
    };
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR numbers = {
        .sType =
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
        .pNext = &draws,
        .pipelineExecutableInfo = VK_TRUE,
    };
    const VkPhysicalDeviceFeatures images = {
        .shaderStorageImageExtendedFormats = VK_TRUE,
    };
    const char* const extension = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;
    const float priority = 1.0f;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &numbers,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = 1,
        .ppEnabledExtensionNames = &extension,
        .pEnabledFeatures = &images,
    };
    struct device device = {.instance = create_instance()};
    const VkPhysicalDevice from = first_device(device.instance);
    check(vkCreateDevice(from, &info, NULL, &device.handle), "vkCreateDevice");
    device.get_stages = (PFN_vkGetPipelineExecutablePropertiesKHR)vkGetDeviceProcAddr(
        device.handle, "vkGetPipelineExecutablePropertiesKHR");
    device.get_numbers = (PFN_vkGetPipelineExecutableStatisticsKHR)vkGetDeviceProcAddr(
        device.handle, "vkGetPipelineExecutableStatisticsKHR");
    return device;
}

static VkShaderModule load_module(const struct device* device, const char* path)
{
    FILE* file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        fail("cannot open ", path);
    const long size = ftell(file);
    rewind(file);
    uint32_t* words = size > 0 ? malloc((size_t)size) : NULL;
    if (words == NULL || fread(words, 1, (size_t)size, file) != (size_t)size)
        fail("cannot read ", path);
    fclose(file);
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = (size_t)size,
        .pCode = words,
    };
    VkShaderModule module;
    check(vkCreateShaderModule(device->handle, &info, NULL, &module), path);
    free(words);
    return module;
}

static bool add_stage(struct program* program, const struct device* device,
                      const char* word, const char* value)
{
    for (size_t i = 0; i < sizeof stage_kinds / sizeof stage_kinds[0]; i++) {
        if (strcmp(word, stage_kinds[i].word) != 0)
            continue;
        if (program->stage_count == MOST_STAGES)
            fail("too many stages in ", program->name);
        program->stages[program->stage_count++] = (VkPipelineShaderStageCreateInfo){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = stage_kinds[i].bit,
            .module = load_module(device, value),
            .pName = "main",
        };
        return true;
    }
    return false;
}

static bool add_descriptor(struct program* program, const char* word, const char* value)
{
    for (size_t i = 0; i < sizeof descriptor_kinds / sizeof descriptor_kinds[0]; i++) {
        if (strcmp(word, descriptor_kinds[i].word) != 0)
            continue;
        if (program->descriptor_count == MOST_DESCRIPTORS)
            fail("too many descriptors in ", program->name);
        program->descriptors[program->descriptor_count++] =
            (VkDescriptorSetLayoutBinding){
                .binding = (uint32_t)strtoul(value, NULL, 10),
                .descriptorType = descriptor_kinds[i].type,
                .descriptorCount = 1,
                .stageFlags = VK_SHADER_STAGE_ALL,
            };
        return true;
    }
    return false;
}

// The name points into the line.
static struct program read_program(const struct device* device, char* line)
{
    struct program program = {.name = "?"};
    char* rest = line;
    for (char* word; (word = strtok_r(rest, " \n", &rest)) != NULL;) {
        char* value = strchr(word, '=');
        if (value == NULL)
            fail("no NAME=VALUE: ", word);
        *value++ = '\0';
        if (strcmp(word, "name") == 0)
            program.name = value;
        else if (strcmp(word, "targets") == 0)
            program.target_count = (uint32_t)strtoul(value, NULL, 10);
        else if (!add_stage(&program, device, word, value) &&
                 !add_descriptor(&program, word, value))
            fail("unknown word: ", word);
    }
    if (program.stage_count == 0 || program.target_count > MOST_TARGETS)
        fail("no stage, or too many targets: ", program.name);
    return program;
}

static VkPipelineLayout create_layout(const struct device* device,
                                      const struct program* program,
                                      VkDescriptorSetLayout* set)
{
    const VkDescriptorSetLayoutCreateInfo set_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = program->descriptor_count,
        .pBindings = program->descriptors,
    };
    check(vkCreateDescriptorSetLayout(device->handle, &set_info, NULL, set),
          "set layout");
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = set,
    };
    VkPipelineLayout layout;
    check(vkCreatePipelineLayout(device->handle, &info, NULL, &layout), "layout");
    return layout;
}

static VkResult compile_compute(const struct device* device,
                                const struct program* program, VkPipelineLayout layout,
                                VkPipeline* pipeline)
{
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR,
        .stage = program->stages[0],
        .layout = layout,
    };
    return vkCreateComputePipelines(device->handle, VK_NULL_HANDLE, 1, &info, NULL,
                                    pipeline);
}

// Triangles without vertex buffers into targets of four words a texel.
static VkResult compile_draw(const struct device* device, const struct program* program,
                             VkPipelineLayout layout, VkPipeline* pipeline)
{
    VkFormat formats[MOST_TARGETS];
    VkPipelineColorBlendAttachmentState blends[MOST_TARGETS] = {0};
    for (uint32_t i = 0; i < program->target_count; i++) {
        formats[i] = VK_FORMAT_R32G32B32A32_UINT;
        blends[i].colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                                   VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
    }
    const VkPipelineRenderingCreateInfo targets = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = program->target_count,
        .pColorAttachmentFormats = formats,
    };
    const VkPipelineVertexInputStateCreateInfo input = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
    };
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
    };
    const VkPipelineViewportStateCreateInfo viewport = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1,
        .scissorCount = 1,
    };
    const VkPipelineRasterizationStateCreateInfo raster = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .lineWidth = 1.0f,
    };
    const VkPipelineMultisampleStateCreateInfo samples = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT,
    };
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = program->target_count,
        .pAttachments = blends,
    };
    const VkDynamicState later[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    const VkPipelineDynamicStateCreateInfo dynamic = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
        .dynamicStateCount = 2,
        .pDynamicStates = later,
    };
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &targets,
        .flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR,
        .stageCount = program->stage_count,
        .pStages = program->stages,
        .pVertexInputState = &input,
        .pInputAssemblyState = &assembly,
        .pViewportState = &viewport,
        .pRasterizationState = &raster,
        .pMultisampleState = &samples,
        .pColorBlendState = &blend,
        .pDynamicState = &dynamic,
        .layout = layout,
    };
    return vkCreateGraphicsPipelines(device->handle, VK_NULL_HANDLE, 1, &info, NULL,
                                     pipeline);
}

static void print_number(const VkPipelineExecutableStatisticKHR* number)
{
    switch (number->format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR:
        printf("%s\t%llu\n", number->name, (unsigned long long)number->value.u64);
        break;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR:
        printf("%s\t%lld\n", number->name, (long long)number->value.i64);
        break;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR:
        printf("%s\t%g\n", number->name, number->value.f64);
        break;
    default: printf("%s\t%d\n", number->name, number->value.b32 != 0); break;
    }
}

static void print_stage(const struct device* device, VkPipeline pipeline,
                        const char* program, const char* stage, uint32_t at)
{
    const VkPipelineExecutableInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
        .pipeline = pipeline,
        .executableIndex = at,
    };
    VkPipelineExecutableStatisticKHR numbers[MOST_NUMBERS] = {0};
    for (uint32_t i = 0; i < MOST_NUMBERS; i++)
        numbers[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
    uint32_t count = MOST_NUMBERS;
    check(device->get_numbers(device->handle, &info, &count, numbers), program);
    for (uint32_t i = 0; i < count; i++) {
        printf("%s\t%s\t", program, stage);
        print_number(&numbers[i]);
    }
}

static void print_stages(const struct device* device, VkPipeline pipeline,
                         const char* program)
{
    const VkPipelineInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR,
        .pipeline = pipeline,
    };
    VkPipelineExecutablePropertiesKHR stages[MOST_STAGES] = {0};
    for (uint32_t i = 0; i < MOST_STAGES; i++)
        stages[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR;
    uint32_t count = MOST_STAGES;
    check(device->get_stages(device->handle, &info, &count, stages), program);
    for (uint32_t i = 0; i < count; i++) {
        printf("%s\t%s\tInvocations of a wave\t%u\n", program, stages[i].name,
               stages[i].subgroupSize);
        print_stage(device, pipeline, program, stages[i].name, i);
    }
}

static void compile(const struct device* device, const struct program* program)
{
    VkDescriptorSetLayout set;
    VkPipeline pipeline;
    VkPipelineLayout layout = create_layout(device, program, &set);
    const bool is_compute = program->stages[0].stage == VK_SHADER_STAGE_COMPUTE_BIT;
    VkResult result =
        (is_compute ? compile_compute : compile_draw)(device, program, layout, &pipeline);
    if (result == VK_SUCCESS) {
        print_stages(device, pipeline, program->name);
        vkDestroyPipeline(device->handle, pipeline, NULL);
    }
    printf("%s\tresult\t%d\n", program->name, (int)result);
    fflush(stdout); // a driver may crash on the next program
    vkDestroyPipelineLayout(device->handle, layout, NULL);
    vkDestroyDescriptorSetLayout(device->handle, set, NULL);
    for (uint32_t i = 0; i < program->stage_count; i++)
        vkDestroyShaderModule(device->handle, program->stages[i].module, NULL);
}

int main(void)
{
    static char line[4096];
    const struct device device = create_device();
    while (fgets(line, sizeof line, stdin) != NULL) {
        const struct program program = read_program(&device, line);
        compile(&device, &program);
    }
    vkDestroyDevice(device.handle, NULL);
    vkDestroyInstance(device.instance, NULL);
    return 0;
}
