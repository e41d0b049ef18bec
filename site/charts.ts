/** Bars and text of one series in one row of a chart, in pixels. */
const TEXT = 16;
const BAR = 10;
const GAP = 6;

interface Bar {
  readonly name: string;
  readonly figure: string;
  readonly value: number;
}

interface Row {
  readonly label: string;
  readonly bars: readonly Bar[];
}

/**
 * Draws a bar chart above each table of a page that compares figures. A column of figures has a number with a unit in every
 * row, such as `12 ms`; ratios (`1.2 ×`) are not drawn, because the bars show them. The tables stay.
 */
export function withCharts(page: string): string {
  let heading = "";
  let count = 0;
  return page.replaceAll(/^#+ (.+)$|^\|.*\n\| *:?-.*\n(?:\|.*(?:\n|$))+/gm, (found, title: string | undefined) => {
    if (title !== undefined) {
      heading = title;
      return found;
    }
    const rows = comparedRows(found);
    if (rows.length === 0) return found;
    count += 1;
    return `${chart(`chart-${count}`, heading, rows)}\n\n${found}`;
  });
}

const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

function comparedRows(table: string): Row[] {
  const [header = "", , ...lines] = table.trim().split("\n");
  const names = cellsOf(header);
  const rows = lines.map(cellsOf);
  const figures = names.flatMap((_, column) =>
    rows.every((cells) => numberOf(cells[column] ?? "") !== undefined) ? [column] : [],
  );
  if (figures.length < 2) return [];
  return rows.map((cells) => ({
    label: cells[0] ?? "",
    bars: figures.map((column) => ({
      name: seriesName(names, cells, column),
      figure: cells[column] ?? "",
      value: numberOf(cells[column] ?? "") ?? 0,
    })),
  }));
}

/** The number of a figure with a unit; undefined for ratios and text. */
function numberOf(cell: string): number | undefined {
  const [, digits] = /^([\d.,  ]+?)[  ]?(?:[kMG]?B|[mµn]?s|KiB|MiB)$/.exec(cell) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(/[,  ]/g, ""));
}

/** The name of a series: that of its column, or for "peer's figure", the peer of the row. */
function seriesName(names: readonly string[], cells: readonly string[], column: number): string {
  const name = names[column] ?? "";
  const owner = names.indexOf(name.replace(/'s figure$/, ""));
  return name.endsWith("'s figure") && owner !== -1 ? (cells[owner] ?? name) : name;
}

function chart(id: string, heading: string, rows: readonly Row[]): string {
  let y = 0;
  const drawn = rows.flatMap(({ label, bars }) => {
    const longest = Math.max(...bars.map(({ value }) => value), Number.EPSILON);
    const top = y + TEXT;
    y += TEXT + GAP;
    const lines = bars.flatMap(({ name, figure, value }, index) => {
      const at = y;
      y += TEXT + BAR + GAP;
      const width = Math.max((value / longest) * 100, 0.5).toFixed(1);
      return [
        `<text x="0" y="${at + TEXT - 4}">${html(name)}: ${html(figure)}</text>`,
        `<rect class="series-${index}" x="0" y="${at + TEXT}" width="${width}%" height="${BAR}" rx="2"></rect>`,
      ];
    });
    y += 2 * GAP;
    return [`<text class="label" x="0" y="${top - 2}">${html(label)}</text>`, ...lines];
  });
  const summary = rows.map(
    ({ label, bars }) => `${label}: ${bars.map(({ name, figure }) => `${name} ${figure}`).join(", ")}`,
  );
  return [
    '<figure class="chart">',
    `<svg role="img" aria-labelledby="${id}-title ${id}-desc" width="100%" height="${y}">`,
    `<title id="${id}-title">${html(heading)}: bar chart</title>`,
    `<desc id="${id}-desc">${html(summary.join("; "))}. The table below has the same figures.</desc>`,
    ...drawn,
    "</svg>",
    "<figcaption>Shorter bars are better. Each comparison has its own scale.</figcaption>",
    "</figure>",
  ].join("\n");
}

const html = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("{{", "&#123;&#123;");
