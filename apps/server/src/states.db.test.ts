import { ACCOUNT_STATUSES } from '@mupiira/domain/access/capabilities.ts'
import { GAME_STATUSES, ticketStates, transactionStates } from '@mupiira/domain/ticket/states.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
beforeAll(async () => void (app = await createTestApp()))
afterAll(() => app?.close())

const STATES = [
  ['games', 'status', GAME_STATUSES],
  ['tickets', 'status', Object.keys(ticketStates)],
  ['transactions', 'status', Object.keys(transactionStates.deposit)],
  ['profiles', 'account_status', ACCOUNT_STATUSES],
] as const

/** The lists of values that constraints, indexes and triggers of a table compare a column with. */
async function listsOf(table: string, column: string): Promise<string[][]> {
  const { rows } = await app.asOwner(`
    select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = '${table}'::regclass and contype = 'c'
    union all select pg_get_indexdef(indexrelid) from pg_index where indrelid = '${table}'::regclass
    union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid = '${table}'::regclass and not tgisinternal`)
  const comparison = new RegExp(
    String.raw`\b${column} (?:=|<>) (?:(?:ANY|ALL) \(+ARRAY\[)?((?:'[^']*'::text(?:, )?)+)`,
    'g',
  )
  return (rows as { text: string }[]).flatMap(({ text }) =>
    [...text.matchAll(comparison)].map(([, list = '']) =>
      [...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value),
    ),
  )
}

it.each(STATES)(
  'the database accepts exactly the states of %s.%s that the domain defines',
  async (table, column, states) => {
    const lists = await listsOf(table, column)
    expect(lists.flat().filter((state) => !(states as readonly string[]).includes(state))).toEqual([])
    expect(lists.filter((list) => list.length === states.length).map((list) => list.toSorted())).toContainEqual(
      states.toSorted(),
    )
  },
)
