import { cpus } from 'node:os'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import { durableServer } from '../support/durable-database.ts'
import { fillConsole } from '../support/filled-console.ts'
import { startProduct } from '../support/product.ts'
import { exportTickets } from './console/export-tickets.ts'

/**
 * `npm run bench -- console-export [tickets]`: a file of a million tickets as CSV and as XLSX. `ratio` is the time of
 * the XLSX file divided by that of the CSV file of the same tickets (`csv_s`). `growth_mb` is the growth of the server's
 * memory during the XLSX file of all tickets, after one of a third of them: a writer that holds rows would grow by their
 * size.
 */
const [tickets = 1_000_000] = process.argv.slice(2).map(Number)
const DATABASE = 'mupiira_bench_console_export'

const server = await durableServer()
console.log(`PostgreSQL: ${JSON.stringify(await server.describe())}`)
console.log(`Node ${process.version}, ${cpus().length} CPUs, ${tickets} tickets`)
const database = await server.freshDatabase(DATABASE)
try {
  // Uses the product's schema.
  const empty = await startProduct({ database, env: { ROLES: 'http' } })
  const model = fitModel({ home: 0.44, draw: 0.28, away: 0.28 })
  const size = { users: Math.ceil(tickets / 50), tickets, entries: 1_000 }
  const { token } = await fillConsole(database.adminUrl, size, { now: new Date(), model, say: console.log })
  await empty.close()
  const product = await startProduct({ database, env: { ROLES: 'http' } })
  try {
    const request = { token, adminUrl: database.adminUrl }
    // A fresh server grows to its working size in any case.
    await exportTickets(product, { ...request, count: Math.ceil(tickets / 3), format: 'csv' })
    const csv = await exportTickets(product, { ...request, count: tickets, format: 'csv' })
    await exportTickets(product, { ...request, count: Math.ceil(tickets / 3), format: 'xlsx' })
    const xlsx = await exportTickets(product, { ...request, count: tickets, format: 'xlsx' })
    console.log(
      `RESULT console-export ratio=${(xlsx.seconds / csv.seconds).toFixed(2)} xlsx_s=${xlsx.seconds.toFixed(1)} csv_s=${csv.seconds.toFixed(1)} growth_mb=${xlsx.growthMb.toFixed(0)} csv_growth_mb=${csv.growthMb.toFixed(0)} xlsx_mb=${(xlsx.bytes / 1e6).toFixed(0)} tickets=${xlsx.tickets}`,
    )
  } finally {
    await product.close()
  }
} finally {
  await server.dropDatabase(DATABASE)
  await server.release()
}
