import type { AdminDelayedBet } from '@mupiira/contract/admin-delayed-bets.ts'
import { Link } from 'wouter'
import { oddsText } from '../../shared/format/amounts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { AccountLink } from '../kit/account-link.tsx'
import { Fact, Facts } from '../kit/facts.tsx'
import { eventText, secondsText } from './in-play-texts.ts'
import { delayOf, outcomeText } from '@mupiira/contract/list-columns.ts'
import { OUTCOME_TONES } from './live-bet-texts.ts'

type RecordProps = { readonly bet: AdminDelayedBet; readonly onClose: () => void }

/** The acceptance record of a live bet (INP-16). */
export const BetRecord = ({ bet, onClose }: RecordProps) => (
  <Dialog title="Live bet" open onClose={onClose}>
    <div className="flex flex-col gap-2 p-4">
      <p className="pb-1">
        <Badge tone={OUTCOME_TONES[bet.state]}>{outcomeText(bet)}</Badge>
      </p>
      <Facts title="Bet">
        <Fact name="Player">
          <AccountLink user={bet.user} />
        </Fact>
        <Fact name="Stake">
          <Money amount={bet.stake} />
        </Fact>
        <Fact name="Requested odds">{oddsText(bet.requestedOdds)}</Fact>
        <Fact name="Accepted odds">{bet.acceptedOdds === null ? '–' : oddsText(bet.acceptedOdds)}</Fact>
        <Fact name="Requested">{`${dateTimeText(bet.createdAt)} (${secondsText(bet.createdAt)})`}</Fact>
        <Fact name="Delay">{`${delayOf(bet).toFixed(1)} s`}</Fact>
        <Fact name="Decided">{bet.decidedAt === null ? '–' : secondsText(bet.decidedAt)}</Fact>
        {bet.ticketId !== null && (
          <Fact name="Ticket">
            <Link href={`/admin/bets?view=${bet.ticketId}`} className="inline-flex min-h-6 items-center underline">
              Open
            </Link>
          </Fact>
        )}
      </Facts>
      <Facts title="Selections">
        {bet.selections.map(({ gameId, match, marketName, selectionLabel, odds }) => (
          <Fact key={gameId} name={match}>{`${marketName}, ${selectionLabel} @ ${oddsText(odds)}`}</Fact>
        ))}
      </Facts>
      {bet.games.map(({ gameId, match, request, decision }) => (
        <Facts key={gameId} title={match}>
          <Fact name="At the request">{momentText(request)}</Fact>
          {decision !== null && <Fact name="At the decision">{momentText(decision)}</Fact>}
          <Fact name="Last event">{eventText(decision ?? request) || 'none'}</Fact>
          <Fact name="Last report">{reportText(decision ?? request)}</Fact>
        </Facts>
      ))}
    </div>
  </Dialog>
)

type Moment = AdminDelayedBet['games'][number]['request']

/** "2 – 1, minute 63" */
const momentText = ({ homeScore, awayScore, minute }: Moment): string => `${homeScore} – ${awayScore}, minute ${minute}`

const reportText = ({ reportedAt }: Moment): string => (reportedAt === null ? 'none' : secondsText(reportedAt))
