import type pg from 'pg'
import type { ReceivedStatement } from './received-statements.ts'

/** The rows that a statement read of one table, from its executed plan. */
export type Reading = {
  readonly table: string
  /** Plan node: `Seq Scan`, `Index Only Scan` … */
  readonly nodeType: string
  /** Rows read, including filtered ones. */
  readonly rows: number
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** Executes a statement in a transaction that is rolled back, and returns what it read. */
export async function readingsOf(client: pg.Client, { text, values }: ReceivedStatement): Promise<Reading[]> {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      [...values],
    )
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    return plan === undefined ? [] : readingsIn(plan)
  } finally {
    await client.query('rollback')
  }
}

function readingsIn(plan: Plan): Reading[] {
  const below = (plan.Plans ?? []).flatMap(readingsIn)
  const table = plan['Relation Name']
  if (table === undefined || plan['Node Type'] === 'ModifyTable') return below
  const each =
    (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  return [...below, { table, nodeType: plan['Node Type'], rows: Math.round(each * (plan['Actual Loops'] ?? 1)) }]
}
