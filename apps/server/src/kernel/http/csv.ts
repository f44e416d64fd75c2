import type { ServerResponse } from 'node:http'

/** An amount is a number to a spreadsheet; any other cell that it would take for a formula becomes a text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(cell)
  const safe = !isNumber && /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Begins the answer of a file that is written as it is read. */
export function beginCsv(response: ServerResponse, name: string): void {
  response.writeHead(200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
}

/** Writes as fast as the reader takes it; false when he has gone. */
export async function writeCsv(response: ServerResponse, text: string): Promise<boolean> {
  if (response.destroyed) return false
  if (!response.write(text)) await drained(response)
  return !response.destroyed
}

/** Until there is room again, or nobody to write for. Nothing of it stays behind: a long file waits thousands of times. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go)
      resolve()
    }
    response.on('drain', go).on('close', go)
  })
}
