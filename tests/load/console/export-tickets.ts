import { readFileSync } from 'node:fs'
import { query } from '../../support/durable-database.ts'
import type { Product } from '../../support/product.ts'

type Export = {
  /** The session of a member of staff. */
  readonly token: string
  readonly adminUrl: string
  /** The number of the newest tickets. All tickets of the day of the oldest of them are exported. */
  readonly count: number
  readonly format?: 'csv' | 'xlsx'
}

/** Exports the newest tickets and measures time, bytes, and the growth of the server's memory in MB. */
export async function exportTickets(product: Product, { token, adminUrl, count, format = 'csv' }: Export) {
  const [row] = await query(
    adminUrl,
    `select day, (select count(*)::int from tickets where created_at >= day::timestamp at time zone 'Africa/Kampala') as tickets
       from (select kampala_day(created_at)::text as day from tickets order by created_at desc offset $1 limit 1) oldest`,
    [count - 1],
  )
  const target = `${product.url}/api/admin/bets/export?format=${format}&from=${String(row?.['day'])}`
  const before = rssOf(product.pid())
  let most = before
  const reading = setInterval(() => (most = Math.max(most, rssOf(product.pid()))), 50)
  const began = performance.now()
  let bytes = 0
  const response = await fetch(target, { headers: { cookie: `mupiira_session=${token}` } })
  if (response.status !== 200 || response.body === null) throw new Error(`the export was answered ${response.status}`)
  for await (const piece of response.body) bytes += piece.length
  clearInterval(reading)
  const seconds = (performance.now() - began) / 1_000
  const growthMb = (Math.max(most, rssOf(product.pid())) - before) / 1e6
  console.log(
    `export: ${String(row?.['tickets'])} tickets as ${format} in ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB; memory ${(before / 1e6).toFixed(0)} MB before, ${growthMb.toFixed(0)} MB more at most`,
  )
  return { seconds, bytes, growthMb, tickets: Number(row?.['tickets']) }
}

function rssOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
}
