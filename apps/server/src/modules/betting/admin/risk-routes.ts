import { REOPENING_WORD } from '@mupiira/domain/access/approval-kinds.ts'
import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { getOpenBets, getRisk, setStakeLimit, setSuspension } from '@mupiira/contract/admin-risk.ts'
import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { labelOf } from '@mupiira/domain/markets/catalogue.ts'
import { type Ugx, ugxFromShillings, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { liabilityLimits, selectionLimit } from '@mupiira/domain/limits/stake-rules.ts'
import { err } from '@mupiira/domain/result.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import { may } from '../../../kernel/http/access/actor.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { openTicketsOn, openTicketsOnMarket, presentOpenTickets } from '../exposure/exposure.repository.ts'
import { FRESH_MS, type OpenExposure, worstCaseOf } from '../exposure/open-exposure.ts'
import type { LiabilityReader } from '../exposure/open-liabilities.ts'
import { limitStake } from '../tickets/player-counters.repository.ts'
import { type Catalogue, isSuspended } from '../../catalogue/index.ts'
import type { Identity } from '../../identity/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import { presentAccount } from '../../identity/index.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { gamesIn, type SuspensionRule } from './change-suspension.ts'

export type RiskDeps = {
  readonly audit: Audit['commands']
  readonly exposure: Pick<OpenExposure, 'recent'>
  readonly presentTickets: (ids: readonly string[]) => Promise<Ticket[]>
  readonly games: Catalogue['games']
  readonly suspensions: Catalogue['suspensions']
  readonly profiles: Identity['profiles']
  readonly liabilityReader: Pick<LiabilityReader, 'all'>
  readonly settings: Pick<SettingsApi['reads'], 'current'>
  readonly accounts: Wallet['accounts']
}

/** The screen lists the games with the largest exposure. */
const MAX_GAMES = 30

/** A percentage with one decimal, rounded down. */
const percentOf = (part: Ugx, whole: Ugx): number => Number((part * 1_000n) / whole) / 10

export function riskRoutes(
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  deps: RiskDeps,
  suspensionRule: SuspensionRule,
): readonly Route[] {
  const { audit, exposure, liabilityReader, presentTickets, profiles, settings } = deps
  return [
    route(getRisk, async ({ actor, now }) => {
      const { at, exposure: adding } = exposure.recent()
      const [{ games: exposed, largest }, openLiabilities, suspensions, leagues] = await Promise.all([
        adding,
        liabilityReader.all(FRESH_MS),
        deps.suspensions.now(),
        deps.suspensions.leagues(),
      ])
      const games = exposed.slice(0, MAX_GAMES)
      const liabilities = Map.groupBy(openLiabilities, ({ gameId }) => gameId)
      const limits = liabilityLimits(settings.current())
      const [rows, tickets] = await Promise.all([
        deps.games.byIds(games.map(({ gameId }) => gameId)),
        // Tickets name their players.
        may(actor, 'admin:bets:read') ? presentTickets(largest) : [],
      ])
      const ids = [...tickets.map(({ userId }) => userId), ...suspensions.map(({ actorId }) => actorId)]
      const accounts = await profiles.byIds([...new Set(ids)])
      const reopeningOf = await suspensionRule.reopening(suspensions, actor.userId, now)
      return {
        status: 200,
        body: {
          asOf: at.toISOString(),
          games: games.flatMap((exposedGame) => {
            const { gameId, bets, stakeUgx, payoutUgx, worst } = exposedGame
            const game = rows.get(gameId)
            if (game === undefined) return []
            const { name, league, country, startTime, priceReaction } = game
            const selections = liabilities.get(gameId) ?? []
            const useOf = ({ market, selectionUgx }: (typeof selections)[number]): number =>
              percentOf(selectionUgx, selectionLimit(limits, market))
            const [fullest] = selections.toSorted((a, b) => useOf(b) - useOf(a))
            const total = selections.reduce((sum, each) => sum + each.gameUgx, 0n) as Ugx
            return {
              gameId,
              name,
              league,
              country,
              startTime: startTime.toISOString(),
              suspended: isSuspended(game),
              bets,
              stake: ugxToNumber(stakeUgx),
              payout: ugxToNumber(payoutUgx),
              worstCase: ugxToNumber(worstCaseOf(exposedGame)),
              worst: {
                market: marketDefinition(worst.market).name,
                selection: labelOf(worst.market, worst.selection, game),
                payout: ugxToNumber(worst.payoutUgx),
              },
              limitUse: percentOf(total, limits.gameUgx),
              fullest: {
                market: fullest === undefined ? '' : marketDefinition(fullest.market).name,
                selection: fullest === undefined ? '' : labelOf(fullest.market, fullest.selection, game),
                limitUse: fullest === undefined ? 0 : useOf(fullest),
                lowered: fullest === undefined ? 0 : (priceReaction[fullest.market]?.[fullest.selection] ?? 0) / 100,
              },
            }
          }),
          largest: tickets
            .toSorted((a, b) => b.potentialWin - a.potentialWin)
            .map((ticket) => ({ ...ticket, user: presentAccount(accounts.get(ticket.userId)) })),
          suspensions: suspensions.map((each) => {
            const { scope, actorId, reason, createdAt } = each
            const by = accounts.get(actorId)
            const facts = { scope, reason, since: createdAt.toISOString(), reopening: reopeningOf(each) }
            return { ...facts, by: by === undefined ? '' : nameOf(by) }
          }),
          leagues,
        },
      }
    }),

    route(getOpenBets, async ({ query: { game, market, league } }) => {
      if (game !== undefined && !isId(game)) return { error: 'GAME_NOT_FOUND' }
      if (game !== undefined && market !== undefined)
        return { status: 200, body: presentOpenTickets(await openTicketsOnMarket(db, game, market)) }
      const on = game === undefined ? await gamesIn(deps.suspensions, league ?? 'all') : [game]
      return { status: 200, body: presentOpenTickets(await openTicketsOn(db, on)) }
    }),

    route(setSuspension, async (call) => {
      const { scope, suspended, reason, typed } = call.body
      const change = { scope, suspended, reason, isTyped: typed === REOPENING_WORD }
      return suspensionRule.change(change, staffOf(call))
    }),

    route(setStakeLimit, async (call) => {
      const { params, body } = call
      const { id } = params
      const { mostStake = null, seen, reason } = body
      if (!isId(id)) return { error: 'USER_NOT_FOUND' }
      const limit = {
        userId: id,
        mostStake: mostStake === null ? null : ugxFromShillings(mostStake),
        ...(seen !== undefined && { seen: seen === null ? null : ugxFromShillings(seen) }),
      }
      const set = await db.transaction(async (tx) => {
        if ((await profiles.lock(tx, id)) === null) return err('USER_NOT_FOUND')
        await deps.accounts.lock(tx, [id])
        const now = clock.now()
        const before = await limitStake(tx, limit)
        if (!before.ok) return before
        const states = {
          before: { mostStake: before.value === null ? null : ugxToNumber(before.value) },
          after: { mostStake },
        }
        const auditEntry = { action: 'risk.limit-stake', subject: `user:${id}` } as const
        await audit.record(tx, { ...staffOf(call), ...auditEntry, ...states, reason }, now)
        return before
      })
      return set.ok ? { status: 200, body: { mostStake } } : { error: set.error }
    }),
  ]
}
