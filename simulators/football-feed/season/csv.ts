/** The columns of a recorded season, in file order. */
export const RECORDED_COLUMNS = [
  'Date',
  'country',
  'league',
  'Season',
  'HomeTeam',
  'AwayTeam',
  'FTHG',
  'FTAG',
  'HTHG',
  'HTAG',
  'home_close',
  'home_open',
  'draw_close',
  'draw_open',
  'away_close',
  'away_open',
  'over_2.5_close',
  'over_2.5_open',
  'under_2.5_close',
  'under_2.5_open',
  'bts_yes_close',
  'bts_yes_open',
  'bts_no_close',
  'bts_no_open',
] as const

export type RecordedColumn = (typeof RECORDED_COLUMNS)[number]

/** The cells of a line by column name. */
export type CsvRow = Readonly<Record<string, string>>

/** Parses CSV with a header line; quoted cells may contain commas and doubled quotes. */
export const readCsv = (text: string): CsvRow[] => {
  const [header, ...lines] = text.split(/\r?\n/).filter((line) => line !== '')
  if (header === undefined) return []
  const columns = cellsOf(header)
  return lines.map((line) => {
    const cells = cellsOf(line)
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']))
  })
}

export const writeCsv = (columns: readonly string[], rows: readonly CsvRow[]): string =>
  [columns.join(','), ...rows.map((row) => columns.map((column) => quoted(row[column] ?? '')).join(','))].join('\n') +
  '\n'

const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const cellsOf = (line: string): string[] => {
  if (!line.includes('"')) return line.split(',')
  const cells: string[] = []
  for (const [, inQuotes, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push(inQuotes === undefined ? (plain ?? '') : inQuotes.replaceAll('""', '"'))
  }
  return cells
}
