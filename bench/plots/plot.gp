# SPDX-License-Identifier: MIT
# Draws the data that plot.py wrote to `folder`: one file per picture, with its series one
# after the other, each under its name. Called with folder, out, device, rival, count
# and columns set.

colours = "#2a6fdb #d9480f #2b8a3e #9c36b5 #e8a200 #0b7285 #c2255c #5c5f66 #74b816" \
    . " #7048a8 #15aabf #f783ac #5f3dc4 #a07030 #343a40 #99c2ff"
do for [i=1:words(colours)] { set linetype i lc rgb word(colours, i) lw 2 pt 7 ps 0.5 }
set linetype cycle words(colours)
set border 3 lc rgb "#5c5f66"
set grid xtics ytics lt 1 lc rgb "#ced4da" lw 1
set tics nomirror
set key outside right top Left reverse samplen 2 noenhanced
set logscale x 2
set format x "2^{%L}"
set xlabel "elements"

do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 960,540 font "DejaVu Sans,13" background "#ffffff" dynamic
    } else {
        set terminal pngcairo size 1440,810 font "DejaVu Sans,14" background "#ffffff"
    }

    set output sprintf("%s/speed.%s", out, format)
    set title "Millions of elements a second, " . device
    set ylabel "million a second"
    set logscale y
    stats folder . "/speed.dat" using 1:2 nooutput
    plot for [i=0:STATS_blocks-1] folder . "/speed.dat" index i using 1:2 \
        with linespoints title columnheader(1)

    set output sprintf("%s/ratio.%s", out, format)
    set title "Speed against " . rival . ", " . device
    set ylabel rival . "'s time / this one's"
    stats folder . "/ratio.dat" using 1:2 nooutput
    plot 1 with lines lc rgb "#212529" lw 1 notitle, \
        for [i=0:STATS_blocks-1] folder . "/ratio.dat" index i using 1:2 \
        with linespoints lt i+1 title columnheader(1)

    set output sprintf("%s/share.%s", out, format)
    set title "Share of a copy's bandwidth, " . device
    set ylabel "per cent"
    unset logscale y
    set yrange [0:*]
    stats folder . "/share.dat" using 1:2 nooutput
    plot for [i=0:STATS_blocks-1] folder . "/share.dat" index i using 1:2 \
        with linespoints title columnheader(1)

    # Stacked bars: one per form, made of its passes.
    set output sprintf("%s/passes.%s", out, format)
    set title sprintf("Where the time goes at %s elements, %s", count, device)
    set ylabel "milliseconds"
    unset logscale x
    unset xlabel
    set format x "%s"
    set style data histogram
    set style histogram rowstacked
    set style fill solid 0.9 border rgb "#ffffff"
    set boxwidth 0.7
    set xtics rotate by 20 right
    plot for [i=2:columns] folder . "/passes.dat" using i:xtic(1) title columnheader(i)

    set xtics norotate autojustify
    set style data lines
    set yrange [*:*]
    set logscale x 2
    set format x "2^{%L}"
    set xlabel "elements"
}
