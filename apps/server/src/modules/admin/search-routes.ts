import { type SearchResults, searchConsole } from '@mupiira/contract/admin-search.ts'
import type { Capability } from '@mupiira/domain/access/capabilities.ts'
import { parseConsoleSearch } from '@mupiira/domain/access/console-search.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
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

/** The search of the console's header. Each kind needs its own capability. */
export const searchRoutes = ({ betting, catalogue, identity, payments }: SearchDeps): readonly Route[] => [
  route(searchConsole, async ({ query, actor }) => {
    const text = query.q.trim()
    const search = parseConsoleSearch(text)
    const { code, reference } = search
    const ifMay = <T>(capability: Capability, find: () => Promise<readonly T[]>): Promise<readonly T[]> =>
      text.length > 1 && may(actor, capability) ? find() : Promise.resolve([])
    const [accounts, tickets, found, games] = await Promise.all([
      ifMay('admin:users:read', () => identity.profiles.search(search, MAX_PER_KIND)),
      ifMay('admin:bets:read', async () =>
        code === null ? [] : betting.administration.history.byCode(code, MAX_PER_KIND),
      ),
      ifMay('admin:payments:read', async () =>
        reference === null ? [] : payments.administration.history.byReference(reference, MAX_PER_KIND),
      ),
      // The text of a number or an address is in no team's name.
      ifMay('admin:games:read', async () =>
        search.words.length === 0 ? [] : catalogue.administration.findGames(text, MAX_PER_KIND),
      ),
    ])
    const owners = await identity.profiles.byIds([...new Set([...tickets, ...found].map(({ userId }) => userId))])
    const ownerOf = ({ userId }: { readonly userId: string }) => presentAccount(owners.get(userId))
    const body: SearchResults = {
      players: accounts.flatMap((account) => {
        const person = presentAccount(account)
        return person === null ? [] : [{ ...person, accountStatus: account.accountStatus }]
      }),
      tickets: tickets.map((ticket) => {
        const { id, bookingCode, stakeUgx, status } = ticket
        return { id, bookingCode, totalStake: ugxToNumber(stakeUgx), status, user: ownerOf(ticket) }
      }),
      payments: found.map((payment) => {
        const { id, shortReference, type, amount, status } = payment
        return { id, shortReference, type, amount: ugxToNumber(amount), status, user: ownerOf(payment) }
      }),
      games: games.map(({ startTime, ...game }) => ({ ...game, startTime: startTime.toISOString() })),
    }
    return { status: 200, body }
  }),
]
