import { getInPlay, type InPlayGame, listInPlayLeagues } from '@mupiira/contract/admin-in-play.ts'
import { betDelayIn, leagueScope } from '@mupiira/domain/in-play/league-rules.ts'
import { MARKETS } from '@mupiira/domain/markets/catalogue.ts'
import { type Ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import type { GamePrices, Pricing } from '../../pricing/index.ts'
import { type Catalogue, footballClock, type GameRow, isSuspended } from '../../catalogue/index.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { SettingsApi } from '../../settings/index.ts'
import { FRESH_MS, type OpenExposure, type OpenFigures } from '../exposure/open-exposure.ts'
import type { OpenLiability } from '../exposure/liability.repository.ts'
import type { LiabilityReader } from '../exposure/open-liabilities.ts'

export type InPlayDeps = {
  readonly prices: Pricing['prices']
  readonly exposure: Pick<OpenExposure, 'figures'>
  readonly liabilityReader: Pick<LiabilityReader, 'all'>
  readonly settings: Pick<SettingsApi['reads'], 'current'>
  readonly suspensions: Pick<Catalogue['suspensions'], 'now' | 'footballLeagues'>
  readonly feed: Pick<Catalogue['feed'], 'missingLiveOdds'>
}

/** A league without games for this long is over, or its feed has renamed it. */
const RECENT_DAYS = 30

/** The in-play board: the live football games, the oldest kick-off first. The leagues that can have their own rules. */
export function inPlayRoutes({
  prices,
  exposure,
  liabilityReader,
  settings,
  suspensions,
  feed,
}: InPlayDeps): readonly Route[] {
  return [
    route(getInPlay, async ({ now }) => {
      const live = prices.live(now)
      const [figures, liabilities, suspended, missing] = await Promise.all([
        exposure.figures(),
        liabilityReader.all(FRESH_MS),
        suspensions.now(),
        feed.missingLiveOdds(),
      ])
      const scopes = new Set(suspended.map(({ scope }) => scope))
      const byGame = Map.groupBy(liabilities, ({ gameId }) => gameId)
      const current = settings.current()
      const games = live.map((each) =>
        present(
          each,
          { figures: figures?.get(each.gameId), liabilities: byGame.get(each.gameId) ?? [], scopes },
          current,
        ),
      )
      const isOn = current.in_play_betting === 'on'
      const missingLiveOdds =
        isOn && missing !== null
          ? { failure: missing.failure, receivedAt: missing.receivedAt?.toISOString() ?? null }
          : null
      return { status: 200, body: { isOn, delaySeconds: current.bet_delay_seconds, missingLiveOdds, games } }
    }),

    route(listInPlayLeagues, async ({ now }) => {
      const leagues = await suspensions.footballLeagues(new Date(now.getTime() - RECENT_DAYS * DAY_MS))
      const scopesOf = (isListed: boolean): string[] =>
        leagues.flatMap((league) => (league.isListed === isListed ? league.scope : []))
      return { status: 200, body: { listed: scopesOf(true), recent: scopesOf(false), days: RECENT_DAYS } }
    }),
  ]
}

type Exposed = {
  readonly figures: OpenFigures | undefined
  readonly liabilities: readonly OpenLiability[]
  /** The suspended leagues, and `all`. */
  readonly scopes: ReadonlySet<string>
}

function present(prices: GamePrices, { figures, liabilities, scopes }: Exposed, settings: Settings): InPlayGame {
  const { game, open, inPlay } = prices
  const clock = footballClock(game)
  const outcome = (selection: string) => {
    const hundredths = open ? prices.price('1x2', selection)?.oddsHundredths : null
    const liable = liabilities.find((each) => each.market === '1x2' && each.selection === selection)
    const last = open ? null : prices.before?.price('1x2', selection)?.oddsHundredths
    return { odds: inOdds(hundredths), lastOdds: inOdds(last), liability: ugxToNumber(liable?.selectionUgx ?? ZERO) }
  }
  const amount = (value: Ugx | undefined): number => ugxToNumber(value ?? ZERO)
  return {
    gameId: game.id,
    name: game.name,
    league: game.league,
    country: game.country,
    clock: clock?.label ?? null,
    homeScore: game.homeScore,
    awayScore: game.awayScore,
    state: inPlay === null ? 'closed' : open ? 'open' : 'suspended',
    suspendedBy: inPlay?.suspension?.cause ?? null,
    reportsIncidents: game.incidents !== null,
    reopensAt: inPlay?.suspension?.reopensAt?.toISOString() ?? null,
    suspendedByStaff: isSuspended(game),
    isSuspended: game.suspended,
    suspendedScopes: ['all', leagueScope(game)].filter((scope) => scopes.has(scope)),
    suspendedMarkets: MARKETS.filter(({ id }) => game.controls[id]?.suspended === true).map(({ id, name }) => ({
      id,
      name,
    })),
    outcomes: { '1': outcome('1'), X: outcome('X'), '2': outcome('2') },
    stake: amount(figures?.stakeUgx),
    worstCase: amount(figures?.worstCaseUgx),
    delaySeconds: betDelayIn(game, settings),
    lastEvent: lastEventOf(game),
    reportedAt: game.feedReportedAt?.toISOString() ?? null,
  }
}

const inOdds = (hundredths: number | null | undefined): number | null => (hundredths == null ? null : hundredths / 100)

/** The later of the last goal and the last card, penalty or review. */
function lastEventOf({ lastGoalAt, lastIncidentAt }: GameRow): InPlayGame['lastEvent'] {
  if (lastGoalAt === null && lastIncidentAt === null) return null
  const isGoal = (lastGoalAt?.getTime() ?? 0) >= (lastIncidentAt?.getTime() ?? 0)
  const at = isGoal ? lastGoalAt : lastIncidentAt
  return at === null ? null : { kind: isGoal ? 'goal' : 'incident', at: at.toISOString() }
}
