// The load of a home: devices, watches, commands and edits over real connections, on one thread.
// Run: home_load PORT fan|probe|edits|query|follow|lag|reads WORDS; each mode's file says which. Answers are lines of JSON. Ends
// with 1 if a call was refused, with 2 after a fatal error.
#include "home.h"

int main(int argc, char **argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() < 2) fail("usage: home_load PORT fan|probe|edits|query|follow|lag|reads WORDS");
    const std::map<std::string, int (*)(Loop &, int, const std::vector<std::string> &)> modes = {
        {"fan", fan}, {"probe", probe}, {"edits", edits}, {"query", query}, {"follow", follow}, {"lag", lag},
        {"reads", reads}};
    auto mode = modes.find(words[1]);
    if (mode == modes.end()) fail("unknown mode " + words[1]);
    Loop loop;
    return mode->second(loop, std::stoi(words[0]), {words.begin() + 2, words.end()});
}
