/**
 * Columns of a batch as PostgreSQL array literals, written here because the driver tests and quotes each of a
 * batch's thousand elements.
 */

type Plain = string | number | bigint

/** Values whose text needs no quotes: validated ids and numbers. */
export const plainArray = (values: readonly Plain[]): string => `{${values.join(',')}}`

const SPECIAL = /["\\]/
const quoted = (text: string): string =>
  SPECIAL.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`

/** One column of all rows of a batch, as a PostgreSQL array literal. */
export type Column<Row> = (rows: readonly Row[]) => string

/**
 * Define columns once per module. A function created for each batch loses its compiled code at every garbage
 * collection.
 */
export const plain = <Row>(valueOf: (row: Row) => Plain): Column<Row> => joined(valueOf)
export const text = <Row>(valueOf: (row: Row) => string): Column<Row> => joined((row) => quoted(valueOf(row)))
export const optional = <Row>(valueOf: (row: Row) => Plain | null): Column<Row> =>
  joined((row) => {
    const value = valueOf(row)
    return value === null ? 'NULL' : quoted(String(value))
  })

export function columnsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  const texts: string[] = []
  for (const column of columns) texts.push(column(rows))
  return texts
}

function joined<Row>(textOf: (row: Row) => Plain): Column<Row> {
  return (rows) => {
    let texts = ''
    for (const row of rows) texts += texts === '' ? textOf(row) : `,${textOf(row)}`
    return `{${texts}}`
  }
}
