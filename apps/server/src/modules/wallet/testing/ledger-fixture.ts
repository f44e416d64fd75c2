import type { LedgerKind } from '@mupiira/domain/money/ledger-kinds.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import { type TestDatabase, testDatabase } from '../../../../../../tests/support/database.ts'
import type { RunningKernel } from '../../../kernel/create-kernel.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import { type TestClock, testClock, testKernel } from '../../../kernel/test-kernel.ts'
import type { PlayerCredit } from '../transfers.ts'
import type { HoldRequest } from '../holds.ts'
import { HOUSE, type Transfer, type Wallet, createWallet } from '../index.ts'

export type LedgerFixture = {
  readonly wallet: Wallet
  readonly clock: TestClock
  readonly kernel: RunningKernel['kernel']
  readonly database: TestDatabase
  /** A new account with this balance in hundredths. */
  player(balance?: bigint): Promise<string>
  /** Runs SQL as the owner of the schema, with every trigger off. */
  asOwner(...statements: string[]): Promise<void>
  /** Seals everything. A transaction of another test on the same server may delay it for a moment. */
  sealAll(): Promise<void>
  close(): Promise<void>
}

/** The wallet alone on its own database, without modules that explain its postings. */
export async function ledgerFixture(): Promise<LedgerFixture> {
  const database = await testDatabase()
  const clock = testClock()
  const running = testKernel(database.url, { clock })
  const { kernel } = running
  const wallet = createWallet(kernel, { openStakes: async () => [] })
  return {
    wallet,
    clock,
    kernel,
    database,
    async player(balance = 0n) {
      const id = newId()
      await kernel.db.transaction(async (tx) => {
        await wallet.accounts.open(tx, [id], clock.now())
        if (balance > 0n) await wallet.transfers.credit(tx, credit(id, balance), clock.now())
      })
      return id
    },
    async asOwner(...statements) {
      const triggers = (change: 'disable' | 'enable') =>
        ['postings', 'ledger_seals', 'accounts', 'holds'].map((table) => `alter table ${table} ${change} trigger user`)
      await database.asOwner([...triggers('disable'), ...statements, ...triggers('enable')].join(';'))
    },
    async sealAll() {
      for (let open = true; open;) {
        await wallet.ledger.seal()
        const [row] = await kernel.db.query<{ open: boolean }>(
          `select (select count(*) from postings) > (select coalesce(sum(rows), 0) from ledger_seals) as open`,
        )
        open = row?.open ?? false
      }
    },
    async close() {
      await running.stop()
      await database.drop()
    },
  }
}

export const credit = (account: string, amount: bigint): PlayerCredit => ({
  account,
  from: HOUSE.operator,
  amount: ugx(amount),
  kind: 'top-up',
  reference: newId(),
  description: 'Top-up',
})

export const holdRequest = (account: string, amount: bigint): HoldRequest => ({
  account,
  amount: ugx(amount),
  kind: 'withdrawal-hold',
  reference: newId(),
  description: 'Withdrawal',
})

export const transfer = (source: string, destination: string, amount: bigint, kind: LedgerKind = 'bet'): Transfer => ({
  source,
  destination,
  amount: ugx(amount),
  kind,
  reference: newId(),
  description: '',
})

/** Runs a command in its own transaction. */
export const inTx = <T>({ kernel }: LedgerFixture, work: (tx: Tx) => Promise<T>): Promise<T> =>
  kernel.db.transaction(work)

export async function balanceOf({ wallet }: LedgerFixture, account: string): Promise<Ugx> {
  return (await wallet.accounts.balance(account)).balance
}
