import { sql } from 'kysely'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import { checkLedger } from './check-ledger.ts'
import { HOUSE, type LedgerReport } from '../index.ts'
import { sealRows } from '../../../kernel/seals/seal-rows.ts'
import { SEALED_LEDGER } from './ledger-check.repository.ts'
import { holdRequest, type LedgerFixture, inTx, ledgerFixture, transfer } from '../testing/ledger-fixture.ts'

let ledger: LedgerFixture
beforeEach(async () => {
  ledger = await ledgerFixture()
})
afterEach(() => ledger.close())

const rulesOf = ({ differences }: LedgerReport): string[] => differences.map(({ rule }) => rule)
const bet = async (player: string, amount: bigint): Promise<string> => {
  const order = transfer(player, HOUSE.book, amount)
  await inTx(ledger, (tx) => ledger.wallet.transfers.post(tx, [order], ledger.clock.now()))
  return order.reference
}

describe('the ledger check', () => {
  it('[OPS-05] the ledger check finds nothing in an empty or a valid ledger', async () => {
    expect(await ledger.wallet.ledger.check()).toMatchObject({ ok: true, postings: 0, accounts: 0 })
    const a = await ledger.player(1_000n)
    await bet(a, 170n)
    await ledger.sealAll()
    const report = await ledger.wallet.ledger.check()
    expect(report).toEqual({
      ok: true,
      postings: 2,
      accounts: 1,
      sealedBlocks: expect.any(Number),
      newestSeal: expect.anything(),
      expectedSeal: null,
      differences: [],
      unexplainedKinds: [
        { kind: 'bet', postings: 1 },
        { kind: 'top-up', postings: 1 },
      ],
    })
  })

  it('[OPS-05] the ledger check compares the ledger with a published block', async () => {
    await bet(await ledger.player(1_000n), 190n)
    await ledger.sealAll()
    const { newestSeal } = await ledger.wallet.ledger.check()
    if (newestSeal === null) throw new Error('the ledger has blocks')
    expect(await ledger.wallet.ledger.check(newestSeal)).toMatchObject({ ok: true, expectedSeal: newestSeal })
    const missing = { block: newestSeal.block + 1n, hash: newestSeal.hash }
    const { differences } = await ledger.wallet.ledger.check(missing)
    expect(differences).toEqual([
      { rule: 'seal', subject: `block ${missing.block}`, detail: 'is published but missing' },
    ])
  })

  it.each([
    ['a changed balance', `update accounts set balance = balance + 1 where kind = 'player'`, ['balance', 'sum']],
    ['a changed amount', `update postings set amount = amount + 1 where kind = 'bet'`, ['balance', 'chain', 'sum']],
    [
      'a balance that does not follow from the previous one',
      `update postings set balance_after = balance_after + 1 where kind = 'bet'`,
      ['chain'],
    ],
    ['a removed posting', `delete from postings where kind = 'bet'`, ['balance', 'sum']],
    ['a missing account', `update postings set destination = gen_random_uuid() where kind = 'bet'`, ['sides', 'sum']],
    [
      'a player account on the wrong side',
      `update postings set player = destination where kind = 'bet'`,
      ['sides', 'balance'],
    ],
    ['a changed held amount', `update accounts set held = 5 where kind = 'player'`, ['hold']],
    [
      'a hold without its posting',
      `insert into holds (id, account, amount, reference, created_at)
       select gen_random_uuid(), id, 7, gen_random_uuid(), now() from accounts where kind = 'player'`,
      ['hold', 'hold'],
    ],
    [
      'an ended hold whose money is still held',
      `update postings set destination = '${HOUSE.holds}' where kind = 'bet'`,
      ['hold'],
    ],
  ])('[OPS-05] the ledger check finds %s', async (_title, tampering, rules) => {
    const a = await ledger.player(1_000n)
    await bet(a, 170n)
    await ledger.asOwner(tampering)
    const report = await ledger.wallet.ledger.check()
    expect(report.ok).toBe(false)
    expect(rulesOf(report).sort()).toEqual([...rules].sort())
  })

  it('[OPS-05] the ledger check finds entries without a business record, missing entries, and wrong amounts', async () => {
    await ledger.asOwner(
      'create table ticket_seen (id uuid, stake bigint)',
      'grant select on ticket_seen to mupiira_app',
    )
    ledger.wallet.ledger.explain({ bet: [sql`(select id as reference, -stake as amount from ticket_seen)`] })
    const a = await ledger.player(1_000n)
    const [right, wrong, alone] = [await bet(a, 110n), await bet(a, 130n), await bet(a, 170n)]
    const missing = newId()
    await ledger.asOwner(`insert into ticket_seen values ('${right}', 110), ('${wrong}', 131), ('${missing}', 190)`)
    const { differences } = await ledger.wallet.ledger.check()
    expect(differences.map(({ subject, detail }) => `${subject}: ${detail}`).sort()).toEqual(
      [
        `bet ${wrong}: -130 posted, -131 expected`,
        `bet ${alone}: -170 posted, without an explanation`,
        `bet ${missing}: 0 posted, -190 expected`,
      ].sort(),
    )
  })

  it('[OPS-05] the ledger check reads player entries in chunks, with the same findings for every chunk size', async () => {
    const players = [await ledger.player(1_000n), await ledger.player(1_100n), await ledger.player(1_300n)]
    for (let round = 0; round < 3; round++) for (const player of players) await bet(player, 17n)
    const check = (entriesAtOnce: number) => checkLedger(ledger.kernel.workerDb, new Map(), { entriesAtOnce })
    for (const atOnce of [1, 2, 3, 5, 100]) expect(await check(atOnce)).toMatchObject({ ok: true, postings: 12 })
    const [last] = await ledger.kernel.db.query<{ id: bigint }>(
      `select max(id) as id from postings where player = $1`,
      [players[1]],
    )
    await ledger.asOwner(
      `update postings set balance_after = balance_after + 1, amount = amount + 2 where id = ${last?.id}`,
    )
    const full = (await check(100)).differences
    expect(full.map(({ rule }) => rule)).toEqual(['balance', 'chain', 'sum'])
    for (const atOnce of [1, 2, 3, 5]) expect((await check(atOnce)).differences).toEqual(full)
  })

  it('the ledger check matches postings of captured holds with the holds', async () => {
    const a = await ledger.player(1_000n)
    const hold = holdRequest(a, 300n)
    await inTx(ledger, (tx) => ledger.wallet.holds.place(tx, hold, ledger.clock.now()))
    const part = { to: HOUSE.floatRelworx, amount: ugx(300n), kind: 'withdrawal' as const, description: '' }
    await inTx(ledger, (tx) => ledger.wallet.holds.post(tx, hold.reference, [part], ledger.clock.now()))
    expect((await ledger.wallet.ledger.check()).differences).toEqual([])
    await ledger.asOwner(`update holds set state = 'voided'`)
    expect(rulesOf(await ledger.wallet.ledger.check())).toEqual(['explanation'])
  })
})

describe('seals', () => {
  it('ledger seals wait for an open transaction, and then include its rows', async () => {
    const a = await ledger.player(1_000n)
    await ledger.sealAll()
    const open = new pg.Client({ connectionString: ledger.database.url })
    await open.connect()
    await open.query('begin')
    await open.query(
      `insert into postings (source, destination, amount, kind, reference, created_at) values ($1, $2, 5, 'withdrawal-fee', $3, now())`,
      [HOUSE.book, HOUSE.fees, newId()],
    )
    await bet(a, 110n)
    expect(await ledger.wallet.ledger.seal()).toEqual([])
    await open.query('commit')
    await open.end()
    await ledger.sealAll()
    expect(await ledger.wallet.ledger.seal()).toEqual([])
    const sealed = await ledger.kernel.db.query(`select sum(rows)::int as rows from ledger_seals`)
    expect(sealed).toEqual([{ rows: 3 }])
    expect((await ledger.wallet.ledger.check()).ok).toBe(true)
  })

  it.each([-5n, 2n ** 61n])(
    'ledger seals cover every row, because no row can be written with the transaction id %s',
    async (tx) => {
      const forged = ledger.kernel.db.change(
        `insert into postings (tx, source, destination, amount, kind, reference, created_at) values ($1, $2, $3, 5, 'withdrawal-fee', $4, now())`,
        [tx, HOUSE.book, HOUSE.fees, newId()],
      )
      await expect(forged).rejects.toThrow('permission denied')
    },
  )

  it.each([
    ['a changed description', `update postings set description = 'x' where kind = 'bet'`],
    ['a changed time', `update postings set created_at = created_at + interval '1 second' where kind = 'top-up'`],
    ['a changed ordinal', `update postings set ordinal = 5 where kind = 'withdrawal-fee' and ordinal = 1`],
    ['a removed row', `delete from postings where kind = 'withdrawal-fee' and ordinal = 1`],
    [
      'an added row',
      `insert into postings (tx, source, destination, amount, kind, reference, created_at)
       select tx, source, destination, 5, 'withdrawal-fee', gen_random_uuid(), now() from postings where kind = 'withdrawal-fee' and ordinal = 0`,
    ],
    ['a changed seal', `update ledger_seals set rows = rows + 1 where block = 1`],
    ['a removed seal', `delete from ledger_seals where block = 1`],
    [
      'a recomputed seal that the next seal does not contain',
      `update ledger_seals set hash = sha256('x') where block = 1`,
    ],
  ])('ledger seals detect %s', async (_title, tampering) => {
    const a = await ledger.player(1_000n)
    const fee = transfer(HOUSE.book, HOUSE.fees, 5n, 'withdrawal-fee')
    await inTx(ledger, (tx) => ledger.wallet.transfers.post(tx, [fee, { ...fee, ordinal: 1 }], ledger.clock.now()))
    await ledger.sealAll()
    await bet(a, 110n)
    await ledger.sealAll()
    expect((await ledger.wallet.ledger.check()).ok).toBe(true)
    await ledger.asOwner(tampering)
    expect(rulesOf(await ledger.wallet.ledger.check())).toContain('seal')
  })

  it('[OPS-09] ledger seals continue in a new cluster after a restore, where transaction ids start lower', async () => {
    const future = 10n ** 12n
    const a = await ledger.player(1_000n)
    await ledger.asOwner(`update postings set tx = tx + ${future}`)
    await sealRows(ledger.kernel.workerDb, SEALED_LEDGER, ledger.clock.now(), future * 2n)
    await bet(a, 110n)
    // Simulates rows that were restored from a backup and not yet sealed.
    await ledger.asOwner(`update postings set tx = tx + ${future * 3n} where kind = 'bet'`)
    await ledger.sealAll()
    await bet(a, 130n)
    await ledger.sealAll()
    await bet(a, 170n)
    await ledger.sealAll()
    const report = await ledger.wallet.ledger.check()
    expect(report).toMatchObject({ ok: true, sealedBlocks: 4, postings: 4 })
    for (const amount of [1_000, 110, 130, 170]) {
      await ledger.asOwner(`update postings set description = 'x' where amount = ${amount}`)
    }
    expect(rulesOf(await ledger.wallet.ledger.check())).toEqual(['seal', 'seal', 'seal', 'seal'])
  })
})
