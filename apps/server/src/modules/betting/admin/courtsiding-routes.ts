import { type CourtsidingPlayer, getCourtsiding, restrictInPlay } from '@mupiira/contract/admin-courtsiding.ts'
import { isAboveThreshold, type PlayerMoves } from '@mupiira/domain/in-play/courtsiding.ts'
import { NO_RESTRICTION } from '@mupiira/domain/in-play/live-wait.ts'
import { ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { err } from '@mupiira/domain/result.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import { type Identity, presentAccount } from '../../identity/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import { liveBetFigures, type LiveBetFigures } from '../courtsiding/moves.repository.ts'
import { comparedPlayers, isConspicuous, REPORTED_DAYS, reportedSince } from '../courtsiding/report.ts'
import { isStricter, restrictedPlayers, restrictInPlay as setRestriction } from '../courtsiding/in-play-restrictions.ts'

export type CourtsidingDeps = {
  readonly audit: Audit['commands']
  readonly accounts: Wallet['accounts']
  readonly profiles: Identity['profiles']
  readonly settings: Pick<SettingsApi['reads'], 'current'>
}

const MAX_PLAYERS = 200
const NO_MOVES = { selections: 0, favourable: 0, expected: 0, oneIn: 1 }

/** The courtsiding report, and the restrictions that follow from it (INP-12). */
export function courtsidingRoutes(
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  { audit, accounts, profiles, settings }: CourtsidingDeps,
): readonly Route[] {
  return [
    route(getCourtsiding, async ({ now }) => {
      const current = settings.current()
      const [all, restricted] = await Promise.all([comparedPlayers(db, now), restrictedPlayers(db, now)])
      const found = new Map(all.map((player) => [player.userId, player]))
      const listed = all.filter(({ selections }) => selections >= current.courtsiding_selections).slice(0, MAX_PLAYERS)
      const ids = [...new Set([...listed.map(({ userId }) => userId), ...restricted.keys()])]
      const [figures, people] = await Promise.all([liveBetFigures(db, ids, reportedSince(now)), profiles.byIds(ids)])
      const items = ids.map((userId) => {
        const moves: PlayerMoves = found.get(userId) ?? { userId, ...NO_MOVES }
        return {
          user: presentAccount(people.get(userId)),
          ...presentMoves(moves),
          isAboveThreshold: isAboveThreshold(moves, current),
          ...presentFigures(figures.get(userId)),
          restriction: restricted.get(userId) ?? NO_RESTRICTION,
        }
      })
      const total = {
        players: all.length,
        selections: all.reduce((sum, { selections }) => sum + selections, 0),
        favourable: all.reduce((sum, { favourable }) => sum + favourable, 0),
      }
      const threshold = { selections: current.courtsiding_selections, oneIn: current.courtsiding_threshold }
      return { status: 200, body: { days: REPORTED_DAYS, threshold, total, items } }
    }),

    route(restrictInPlay, async (call) => {
      const { id } = call.params
      const { restriction, seen, reason } = call.body
      if (!isId(id)) return { error: 'USER_NOT_FOUND' }
      // The report reads the moves of all players, so it is computed before the locks. A restriction other than the one
      // seen is refused later, so the one seen can be compared.
      const isAllowed = !isStricter(restriction, seen) || (await isConspicuous(db, id, settings.current(), clock.now()))
      const done = await db.transaction(async (tx) => {
        if ((await profiles.lock(tx, id)) === null) return err('USER_NOT_FOUND')
        await accounts.lock(tx, [id])
        const now = clock.now()
        if (!isAllowed) return err('BELOW_COURTSIDING_THRESHOLD')
        const change = { userId: id, restriction, seen, by: call.actor.userId, reason }
        const set = await setRestriction(tx, change, now)
        if (!set.ok) return set
        const states = { before: set.value, after: restriction }
        const entry = { action: 'risk.restrict-in-play', subject: `user:${id}`, ...states } as const
        await audit.record(tx, { ...staffOf(call), ...entry, reason }, now)
        return set
      })
      return done.ok ? { status: 200, body: restriction } : { error: done.error }
    }),
  ]
}

const presentMoves = ({ userId, selections, favourable, expected, oneIn }: PlayerMoves) => ({
  userId,
  selections,
  favourable,
  expected: Math.round(expected * 10) / 10,
  oneIn,
})

function presentFigures(
  found: LiveBetFigures | undefined,
): Pick<CourtsidingPlayer, 'accepted' | 'rejectedByEvent' | 'turnover' | 'returnPercent'> {
  const { accepted = 0, rejectedByEvent = 0, turnover = ZERO, settled = ZERO, paid = ZERO } = found ?? {}
  return {
    accepted,
    rejectedByEvent,
    turnover: ugxToNumber(turnover),
    returnPercent: settled > 0n ? Number((paid * 1_000n) / settled) / 10 : null,
  }
}
