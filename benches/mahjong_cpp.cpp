// Asks nekobean/mahjong-cpp about one hand, for scripts/peer.mjs, which builds this with that project's sources.
//   peer TURN DEEPER SEAT INDICATOR HAND WALL    SEAT from 0 (east); HAND and WALL are 37 counts, separated by commas
// Prints KiB by which the process grows at the first answer, milliseconds of the best of further ones, and vertices.
#include "mahjong/core/expected_score_calculator.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>

using namespace mahjong;

namespace
{
MergedCount counts(const std::string &text)
{
    MergedCount counts{};
    std::istringstream words(text);
    std::string word;
    for (auto &count : counts) {
        std::getline(words, word, ',');
        count = std::stoi(word);
    }
    return counts;
}

long resident(const std::string &name)
{
    std::ifstream status("/proc/self/status");
    std::string line;
    while (std::getline(status, line)) {
        if (line.rfind(name, 0) == 0) {
            return std::stol(line.substr(name.size()));
        }
    }
    std::cerr << "no " << name << " in /proc/self/status\n";
    std::exit(1);
}
} // namespace

int main(int argc, char **argv)
{
    if (argc != 7) {
        std::cerr << "peer TURN DEEPER SEAT INDICATOR HAND WALL\n";
        return 1;
    }
    ExpectedScoreCalculator::Config config;
    config.t_min = std::stoi(argv[1]);
    config.extra = std::stoi(argv[2]);
    // as many exchanges as the shanten: no other draw or discard is looked at
    config.enable_shanten_down = config.enable_tegawari = config.extra > 0;
    RoundState round;
    round.round_wind = Tile::East;
    PlayerState player;
    player.seat_wind = Tile::East + std::stoi(argv[3]);
    player.hand = counts(argv[5]);
    TableState table;
    table.dora_indicators = {std::stoi(argv[4])};
    const MergedCount wall = counts(argv[6]);

    using Clock = std::chrono::steady_clock;
    const long before = resident("VmRSS:");
    long growth = 0;
    int vertices = 0;
    double best = std::numeric_limits<double>::infinity(), spent = 0.0;
    for (int run = 0; run < 2 || spent < 300.0 || (run < 4 && spent < 3000.0); ++run) {
        const auto begin = Clock::now();
        const auto [stats, of] = ExpectedScoreCalculator::calc(config, TableConfig{}, round, table, player, wall);
        const double ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
        const bool valued = std::any_of(stats.begin(), stats.end(),
                                        [&](const auto &stat) { return stat.exp_score[config.t_min] > 0.0; });
        if (!valued || (run > 0 && of != vertices)) {
            std::cerr << "no value, or another graph than before\n";
            return 1;
        }
        if (run == 0) {
            vertices = of;
            growth = resident("VmHWM:") - before;
            continue;
        }
        best = std::min(best, ms);
        spent += ms;
    }
    std::cout << growth << ' ' << best << ' ' << vertices << '\n';
}
