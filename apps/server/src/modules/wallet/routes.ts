import { getStatement, getWallet } from '@mupiira/contract/wallet.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { NO_BALANCE, readBalances } from './accounts.ts'
import { readCursor, readStatement } from './statement.ts'

const PAGE = 20

export const walletRoutes = (db: Db): readonly Route[] => [
  route(getWallet, async ({ actor }) => {
    const { balance, held } = (await readBalances(db, [actor.userId])).get(actor.userId) ?? NO_BALANCE
    return { status: 200, body: { balance: ugxToNumber(balance), held: ugxToNumber(held), currency: 'UGX' } }
  }),

  route(getStatement, async ({ actor, query }) => {
    const before = query.cursor === undefined ? null : readCursor(query.cursor)
    if (query.cursor !== undefined && before === null) {
      return { error: 'INVALID_FIELDS', errors: [{ path: '/cursor', message: 'is not a cursor of this list' }] }
    }
    const page = { userId: actor.userId, before, limit: query.limit ?? PAGE }
    return { status: 200, body: await readStatement(db, page) }
  }),
]
