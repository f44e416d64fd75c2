import { queryDatabase } from '../support/query-database.ts'
import type { Product } from '../support/product.ts'

type Orders = Product['money']['orders']
type Order = NonNullable<ReturnType<Orders['find']>>

/** A payment as stored in the database, with the amount that it moved in the ledger. */
export type Row = {
  readonly id: string
  readonly reference: string
  readonly provider: string
  readonly type: 'deposit' | 'withdrawal'
  readonly status: 'pending' | 'success' | 'failed'
  readonly stage: string
  readonly amount: number
  readonly credits: number
  readonly credited: number
  readonly paid: number
  readonly released: number
  /** The decision of the review, if the withdrawal was held; `none` if it still waits. */
  readonly review: 'approved' | 'rejected' | 'cancelled' | 'none' | null
}

export const paymentRows = (product: Product): Promise<Row[]> =>
  queryDatabase<Row>(
    product,
    `select t.id, t.reference, t.provider, t.type, t.status, t.stage, t.amount,
            count(p.id) filter (where p.kind = 'deposit') as credits,
            coalesce(sum(p.amount) filter (where p.kind = 'deposit'), 0)::bigint as credited,
            count(p.id) filter (where p.kind = 'withdrawal') as paid,
            count(p.id) filter (where p.kind = 'withdrawal-release') as released,
            (select coalesce(r.decision, 'none') from withdrawal_reviews r where r.transaction_id = t.id) as review
       from transactions t left join postings p on p.reference = t.id group by t.id order by t.id`,
  )

/** All orders of the simulated providers, grouped by our reference. */
export function ordersByReference(orders: Orders): ReadonlyMap<string, readonly Order[]> {
  const found = new Map<string, Order[]>()
  for (const order of orders.list(1_000_000)) {
    const reference = order.externalId ?? order.reference
    found.set(reference, [...(found.get(reference) ?? []), order])
  }
  return found
}

/** Compares one payment with the orders of the providers and lists the differences. */
export function faultsOf(row: Row, orders: readonly Order[]): string[] {
  const [order] = orders
  const wasTaken = order?.status === 'success'
  const rules: [string, boolean][] = [
    ['it was ordered more than once', orders.length <= 1],
    ['it went to another provider than its own', order === undefined || order.wire === row.provider],
    ['it has no end, and no case for an admin', row.stage === 'done' || row.stage === 'review'],
    ['it is done and pending', row.stage !== 'done' || row.status !== 'pending'],
    ...(row.type === 'deposit' ? depositRules(row, wasTaken) : withdrawalRules(row, order, wasTaken)),
  ]
  return rules.filter(([, holds]) => !holds).map(([what]) => what)
}

const depositRules = (row: Row, wasTaken: boolean): [string, boolean][] => [
  [
    'the provider took it, and it was not credited exactly once',
    !wasTaken || (row.credits === 1 && row.credited === row.amount),
  ],
  ['the provider did not take it, and it was credited', wasTaken || row.credits === 0],
  ['its status is not what the provider says', (row.status === 'success') === wasTaken],
]

const withdrawalRules = (row: Row, order: Order | undefined, wasPaid: boolean): [string, boolean][] => [
  ['it was held and sent without an approval', row.review === null || row.review === 'approved' || order === undefined],
  [
    'the provider paid it, and the hold was not taken exactly once',
    !wasPaid || (row.paid === 1 && row.status === 'success'),
  ],
  ['the provider did not pay it, and the hold was taken', wasPaid || row.paid === 0],
  [
    'it was released while paid, or while it may still be',
    row.released === 0 || order === undefined || order.status === 'failed',
  ],
  ['the provider failed it, and it was not released once', order?.status !== 'failed' || row.released === 1],
  ['it was paid and released', row.paid + row.released <= 1],
  ['it is failed without a release', (row.status === 'failed') === (row.released === 1)],
]
