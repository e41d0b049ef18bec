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
 * Adds a bar chart above each table that compares figures. A column of figures has a number with a unit in every row,
 * such as `12 ms` or `12 (11–13) ms`, or the unit in its header. Ranges and ratios (`1.2 ×`) are not drawn. The tables
 * are kept.
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
  const columns = cellsOf(header).map(columnOf);
  const names = columns.map(({ name }) => name);
  const rows = lines.map((line) =>
    cellsOf(line).map((cell, index) => [cell, columns[index]?.unit].filter(Boolean).join(" ")),
  );
  const figures = names.flatMap((_, column) =>
    rows.every((cells) => figureOf(cells[column]) !== undefined) ? [column] : [],
  );
  if (figures.length < 2) return [];
  if (columns.some(({ unit }) => unit !== undefined))
    return figures.includes(1) ? [] : rowsByLabel(names, rows, figures);
  return rows.map((cells) => ({
    label: cells[0] ?? "",
    bars: figures.map((column) => barOf(seriesName(names, cells, column), cells[column])),
  }));
}

/** Compares the rows with the same first cell, column by column. The second cell is the name of the series. */
function rowsByLabel(names: readonly string[], rows: readonly string[][], figures: readonly number[]): Row[] {
  const labels = [...new Set(rows.map(([label = ""]) => label))];
  return labels.flatMap((label) => {
    const compared = rows.filter(([first]) => first === label);
    return figures.map((column) => ({
      label: `${label}: ${names[column]}`,
      bars: compared.map((cells) => barOf(cells[1] ?? "", cells[column])),
    }));
  });
}

const barOf = (name: string, cell: string | undefined): Bar => ({ name, figure: "", value: 0, ...figureOf(cell) });

/** The name of a column, and the unit that may follow it, as in `peak, MB`. */
function columnOf(header: string): { name: string; unit?: string | undefined } {
  const [, name = header, unit] = /^(.+), ([kMG]?B|[mµn]?s|KiB|MiB)$/.exec(header) ?? [];
  return { name, unit };
}

/** The figure of a cell such as `192 ms` or `192 (181–200) ms`, without its range; undefined for ratios and text. */
function figureOf(cell = ""): Omit<Bar, "name"> | undefined {
  const found = /^(-?\d[\d.,\s]*?)(?:\s?\([^()]+\))?\s?([kMG]?B|[mµn]?s|KiB|MiB)$/.exec(cell);
  if (found === null) return undefined;
  const [, digits = "", unit] = found;
  return { figure: `${digits} ${unit}`, value: Number(digits.replaceAll(/[,\s]/g, "")) };
}

/** The name of a series: its column's name, or, in the column "peer's figure", the peer in that row. */
function seriesName(names: readonly string[], cells: readonly string[], column: number): string {
  const name = names[column] ?? "";
  const owner = names.indexOf(name.replace(/'s figure$/, ""));
  return name.endsWith("'s figure") && owner !== -1 ? (cells[owner] ?? name) : name;
}

function chart(id: string, heading: string, rows: readonly Row[]): string {
  const drawn = rows.flatMap(({ label, bars }) => {
    const longest = Math.max(...bars.map(({ value }) => value), Number.EPSILON);
    const lines = bars.flatMap(({ name, figure, value }, index) => {
      const width = Math.max((value / longest) * 100, 0.5).toFixed(1);
      return [
        `<p>${html(figure)} ${html(name)}</p>`,
        `<div class="bar series-${index}" style="width: ${width}%"></div>`,
      ];
    });
    return [`<p class="label">${html(label)}</p>`, ...lines];
  });
  const summary = rows.map(
    ({ label, bars }) => `${label}: ${bars.map(({ name, figure }) => `${name} ${figure}`).join(", ")}`,
  );
  return [
    '<figure class="chart">',
    `<p id="${id}-title" class="visually-hidden">${html(heading)}: bar chart</p>`,
    `<p id="${id}-desc" class="visually-hidden">${html(summary.join("; "))}. The table below has the same figures.</p>`,
    `<div role="img" aria-labelledby="${id}-title" aria-describedby="${id}-desc">`,
    ...drawn,
    "</div>",
    "<figcaption>Shorter bars are better. Each comparison has its own scale.</figcaption>",
    "</figure>",
  ].join("\n");
}

const html = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("{{", "&#123;&#123;");
