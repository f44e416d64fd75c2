import { type SearchResults, searchConsole } from '@mupiira/contract/admin-search.ts'
import type { Capability } from '@mupiira/domain/access/capabilities.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { parseShortReference } from '@mupiira/domain/payments/short-reference.ts'
import { may } from '../../kernel/http/access/actor.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { type Identity, presentAccount } from '../identity/index.ts'
import type { Payments } from '../payments/index.ts'

export type SearchDeps = {
  readonly betting: Pick<Betting, 'administration'>
  readonly catalogue: Pick<Catalogue, 'administration'>
  readonly identity: Pick<Identity, 'profiles'>
  readonly payments: Pick<Payments, 'administration'>
}

/** The number of results of each kind. The screen of a kind lists more, with filters. */
const MAX_PER_KIND = 5
const FIRST_PAGE = { page: 1, pageSize: MAX_PER_KIND, after: null } as const
const PROVIDER_REFERENCE = /^(?:DEP|WDR)-[\da-f]{32}$/i
const ANY_TIME = { from: null, until: null } as const

/** The search of the console's header. Each kind needs its own capability. */
export const searchRoutes = (deps: SearchDeps): readonly Route[] => [
  route(searchConsole, async ({ query, actor }) => {
    const text = query.q.trim()
    const ifMay = <T>(capability: Capability, find: () => Promise<readonly T[]>): Promise<readonly T[]> =>
      text.length > 1 && may(actor, capability) ? find() : Promise.resolve([])
    const [accounts, tickets, payments, games] = await Promise.all([
      ifMay('admin:users:read', async () => (await deps.identity.profiles.list({ q: text }, FIRST_PAGE)).items),
      ifMay('admin:bets:read', () => ticketsByCode(deps, text)),
      ifMay('admin:payments:read', () => paymentsByReference(deps, text)),
      ifMay('admin:games:read', () => deps.catalogue.administration.findGames(text, MAX_PER_KIND)),
    ])
    const owners = await deps.identity.profiles.byIds([
      ...new Set([...tickets, ...payments].map(({ userId }) => userId)),
    ])
    const ownerOf = ({ userId }: { readonly userId: string }) => presentAccount(owners.get(userId))
    const body: SearchResults = {
      players: accounts.flatMap((account) => {
        const person = presentAccount(account)
        return person === null ? [] : [{ ...person, accountStatus: account.accountStatus }]
      }),
      tickets: tickets.map((ticket) => {
        const { id, bookingCode, totalStake, status } = ticket
        return { id, bookingCode, totalStake, status, user: ownerOf(ticket) }
      }),
      payments: payments.map((payment) => {
        const { id, shortReference, type, amount, status } = payment
        return { id, shortReference, type, amount: ugxToNumber(amount), status, user: ownerOf(payment) }
      }),
      games: games.map(({ id, name, league, country, startTime, status }) => {
        return { id, name, league, country, startTime: startTime.toISOString(), status }
      }),
    }
    return { status: 200, body }
  }),
]

async function ticketsByCode({ betting }: SearchDeps, text: string) {
  if (!/^[a-z\d]{3,12}$/i.test(text)) return []
  const search = { codeBeginsWith: text.toUpperCase(), userIds: [] }
  return (await betting.administration.history.page({ status: null, ...ANY_TIME, search, game: null }, FIRST_PAGE))
    .items
}

async function paymentsByReference({ payments }: SearchDeps, text: string) {
  if (parseShortReference(text) === null && !PROVIDER_REFERENCE.test(text)) return []
  // Staff may type the letters of a provider's reference in another case.
  const [kind = '', digits] = text.split('-')
  const reference =
    digits === undefined || !PROVIDER_REFERENCE.test(text) ? text : `${kind.toUpperCase()}-${digits.toLowerCase()}`
  const filter = { type: null, status: null, toReview: false, ...ANY_TIME, search: { reference, userIds: [] } }
  return (await payments.administration.history.page(filter, FIRST_PAGE)).items
}
