#!/usr/bin/env python3
"""growth_plot.py - draws the table of growth.sh as a picture, for interp/SPEED.md.

usage: tests/growth_plot.py <rows >interp/growth.svg; each row: side, men of a player, kinds, instructions
for each position. Three panels, one for each of the three that grows while the others stay. Lines and
letters are grey and blue that can be read on light and dark pages; no fonts, no scripts, no libraries.
"""
import sys

WIDTH, HEIGHT, GAP, TOP, BOTTOM, LEFT = 250, 190, 60, 34, 46, 58
PANELS = (
    ("squares of the board", lambda r: r[0] * r[0], lambda r: r[1:] == (12, 4)),
    ("men of each player, on 16x16", lambda r: r[1], lambda r: (r[0], r[2]) == (16, 4)),
    ("kinds of 24 men each, on 12x12", lambda r: r[2], lambda r: r[:2] == (12, 24)),
)


def ceiling(value):
    """A round number not below the value."""
    step = 10 ** (len(str(int(value))) - 1)
    return next(m * step for m in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if m * step >= value)


def panel(rows, index, top):
    title, across, belongs = PANELS[index]
    points = sorted((across(row), count) for row, count in rows if belongs(row))
    right, left = ceiling(points[-1][0]), LEFT + index * (WIDTH + GAP)

    def place(x, y):
        return left + WIDTH * x / right, TOP + HEIGHT * (1 - y / top)

    text = '<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>'
    lines = [text % (left + WIDTH / 2, TOP - 14, "middle", title)]
    for part in range(5):
        y = top * part / 4
        lines.append('<path class="grid" d="M%.1f %.1fH%.1f"/>' % (*place(0, y), left + WIDTH))
        if index == 0:
            lines.append(text % (left - 8, place(0, y)[1] + 4, "end", f"{y:,.0f}"))
    for x, _ in points:
        lines.append(text % (place(x, 0)[0], TOP + HEIGHT + 18, "middle", x))
    first, last = points[0], points[-1]
    if index < 2:  # straight up from the first point through nothing: what is linear
        end = min(right, top * first[0] / first[1])
        lines.append('<path class="even" d="M%.1f %.1fL%.1f %.1f"/>'
                     % (*place(0, 0), *place(end, first[1] * end / first[0])))
    lines.append('<polyline points="%s"/>' % " ".join("%.1f,%.1f" % place(*p) for p in points))
    lines += ['<circle cx="%.1f" cy="%.1f" r="3.5"/>' % place(*p) for p in points]
    return lines


def main():
    rows = []
    for line in sys.stdin:
        numbers = line.split()
        if len(numbers) == 4:
            rows.append((tuple(int(n) for n in numbers[:3]), float(numbers[3])))
    top = ceiling(max(count for _, count in rows))
    width, height = LEFT + 3 * WIDTH + 2 * GAP + 20, TOP + HEIGHT + BOTTOM
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
          f'height="{height}" role="img" font-family="sans-serif" font-size="12">')
    print("<title>Instructions for each position whose moves are counted</title>")
    print("<style>text { fill: #808080 } path, polyline { fill: none } .grid { stroke: #80808060 }"
          " .even { stroke: #808080; stroke-dasharray: 4 4 }"
          " polyline { stroke: #3b8eea; stroke-width: 2 } circle { fill: #3b8eea }</style>")
    for index in range(len(PANELS)):
        print("\n".join(panel(rows, index, top)))
    print(f'<text x="{LEFT}" y="{height - 8}">instructions for each position; '
          "dashed: as much for each square or man as at the first point</text>")
    print("</svg>")


main()
