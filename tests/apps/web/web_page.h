// SPDX-License-Identifier: MIT
// What a page does to the WebGL context that it shares with glsort.
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

// From here on counts the calls that ask WebGL for something and may wait for another
// process. page_questions returns how many there were, and begins anew.
void page_count_questions(void);
int page_questions(void);

// Loses the context of the canvas, or restores it.
void page_lose_context(void);
void page_restore_context(void);

// True if the page can enable the extension.
int page_enable(const char* extension);

// By WEBGL_polygon_mode, which is enabled: sets the mode of both faces, returns that of
// the front faces.
void page_set_polygon_mode(int mode);
int page_polygon_mode(void);

// Begins a query of elapsed time, or ends it.
void page_time(int begin);

// Puts what a program prints next on the list of console messages that run.py expects.
#define EXPECT_CONSOLE(PATTERN) printf("expect console: %s\n", PATTERN)

#endif
