import { getCareCard, getLifetimeFigures } from '@mupiira/contract/admin-care.ts'
import type { Capability } from '@mupiira/domain/access/capabilities.ts'
import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { may } from '../../kernel/http/access/actor.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Betting } from '../betting/index.ts'
import type { Chat } from '../chat/index.ts'
import { type Identity, presentAccount, presentUser, recordReading } from '../identity/index.ts'
import { type Payments, presentForAdmin } from '../payments/index.ts'
import type { Protection } from '../protection/index.ts'
import type { Wallet } from '../wallet/index.ts'

type CareDeps = {
  readonly audit: Audit['commands']
  readonly betting: Pick<Betting, 'administration' | 'exposure'>
  readonly chat: Pick<Chat, 'administration'>
  readonly identity: Pick<Identity, 'administration' | 'profiles'>
  readonly payments: Pick<Payments, 'administration'>
  readonly protection: Pick<Protection, 'administration'>
  readonly wallet: Pick<Wallet, 'accounts' | 'administration'>
}

/** The number of payments, tickets and notes beside a conversation. The profile lists all of them. */
const MAX_PER_KIND = 5
const FIRST_PAGE = { page: 1, pageSize: MAX_PER_KIND, after: null } as const
const ANY_TIME = { from: null, until: null } as const

/** Views of one player that combine several modules: the card beside the chat, and lifetime figures. */
export const careRoutes = (
  { db }: Pick<Kernel, 'db'>,
  { audit, betting, chat, identity, payments, protection, wallet }: CareDeps,
): readonly Route[] => [
  route(getCareCard, async (call) => {
    const { actor, now, params } = call
    const id = params.userId
    const profile = isId(id) ? await identity.profiles.byId(id) : null
    if (profile === null) return { error: 'USER_NOT_FOUND' }
    const ifMay = async <T>(capability: Capability, read: () => Promise<T>): Promise<T | null> =>
      may(actor, capability) ? read() : null
    const user = presentAccount(profile)
    const [balance, { limits, exclusion }, stakes, restrictions, lastLogin, found, tickets, notes, conversations] =
      await Promise.all([
        wallet.accounts.balance(id),
        protection.administration.show(id, now),
        betting.exposure.stakeLimits(db, [id]),
        betting.exposure.inPlayRestrictions(db, [id], now),
        identity.administration.lastLogin(id),
        ifMay('admin:payments:read', () => {
          const filter = { type: null, status: null, toReview: false, ...ANY_TIME }
          return payments.administration.history.page(
            { ...filter, search: { reference: '', userIds: [id] } },
            FIRST_PAGE,
          )
        }),
        ifMay('admin:bets:read', () => {
          const search = { codeBeginsWith: null, userIds: [id] }
          return betting.administration.history.page({ status: null, ...ANY_TIME, search, game: null }, FIRST_PAGE)
        }),
        ifMay('admin:users:read', () => identity.administration.notes(id, MAX_PER_KIND)),
        may(actor, 'admin:chat:read') ? chat.administration.earlier(id) : [],
      ])
    await recordReading({ audit, db }, call, id)
    const mostStake = stakes.get(id)
    return {
      status: 200,
      body: {
        user: presentUser(profile, balance.balance, exclusion === null ? undefined : new Date(exclusion.until)),
        held: ugxToNumber(balance.held),
        mostStake: mostStake === undefined ? null : ugxToNumber(mostStake),
        inPlayRestriction: restrictions.get(id) ?? { extraDelaySeconds: 0, isExcluded: false },
        limits,
        exclusion,
        location: profile.location,
        lastLoginAt: lastLogin?.toISOString() ?? null,
        payments: found && found.items.map((payment) => ({ ...presentForAdmin(payment), user })),
        tickets: tickets && tickets.items.map((ticket) => ({ ...ticket, user })),
        notes,
        conversations: conversations.map(({ from, until, ...conversation }) => {
          return { from: from.toISOString(), until: until.toISOString(), ...conversation }
        }),
      },
    }
  }),

  route(getLifetimeFigures, async (call) => {
    const { id } = call.params
    if (!isId(id) || (await identity.profiles.byId(id)) === null) return { error: 'USER_NOT_FOUND' }
    const [{ figures, adjustments, since }, preferences, numbers, devices, networks] = await Promise.all([
      wallet.administration.lifetime(id),
      betting.administration.history.preferencesOf(id),
      may(call.actor, 'admin:payments:read') ? payments.administration.history.numbersOf(id) : null,
      identity.administration.devices(id),
      identity.administration.networks(id),
    ])
    await recordReading({ audit, db }, call, id)
    return {
      status: 200,
      body: {
        since: since?.toISOString() ?? null,
        figures: { ...figures, bonusCost: ugxToNumber(preferences.bonusUgx) },
        adjustments,
        tickets: preferences.tickets,
        markets: preferences.markets.map(({ market, selections }) => {
          return { name: marketDefinition(market).name, selections }
        }),
        numbers: numbers && numbers.map(({ lastAt, ...number }) => ({ ...number, lastAt: lastAt.toISOString() })),
        networks: networks.map(({ network, seenAt }) => ({ network, lastAt: seenAt.toISOString() })),
        devices: { known: devices.known, lastSeenAt: devices.lastSeenAt?.toISOString() ?? null },
      },
    }
  }),
]
