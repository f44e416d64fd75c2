import { useQuery } from '@tanstack/react-query'
import type { LifetimeFigures } from '@mupiira/contract/admin-care.ts'
import { FIGURES } from '@mupiira/domain/money/figures.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { dateText, dateTimeText } from '../../shared/format/times.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import { Fact, Facts, KeyFigure, KeyFigures } from '../kit/facts.tsx'
import { lifetimeQuery } from './user-queries.ts'

/** The figures of an account since it exists. */
export function UserLifetime({ userId }: { readonly userId: string }) {
  const query = useQuery(lifetimeQuery(userId))
  return (
    <Loaded query={query} what="the lifetime figures" skeleton={<Skeleton className="h-80 w-full" />}>
      {(figures) => <Figures figures={figures} />}
    </Loaded>
  )
}

/** The server counts bonuses of at most this many tickets. */
const COUNTED_TICKETS = 10_000

function Figures({ figures }: { readonly figures: LifetimeFigures }) {
  const { since, figures: own, adjustments, tickets, markets, numbers, networks, devices } = figures
  return (
    <div className="flex flex-col gap-2">
      {since !== null && (
        <p className="text-12 text-muted">
          This account has too many ledger entries to add up all of them. The amounts count since {dateTimeText(since)}.
        </p>
      )}
      <KeyFigures>
        <KeyFigure name={FIGURES.deposits.name}>
          <Money amount={own.deposits} />
        </KeyFigure>
        <KeyFigure name={FIGURES.withdrawals.name} note="without fees">
          <Money amount={own.withdrawals} />
        </KeyFigure>
        <KeyFigure name={FIGURES.turnover.name} note="with open bets">
          <Money amount={own.turnover} />
        </KeyFigure>
        <KeyFigure name={FIGURES.netResult.name} note="without open bets, seen by the player">
          <span className={own.netResult < 0 ? 'text-down' : ''}>
            <Money amount={own.netResult} signed />
          </span>
        </KeyFigure>
        <KeyFigure
          name={FIGURES.bonusCost.name}
          {...(tickets >= COUNTED_TICKETS ? { note: `of the newest ${tickets.toLocaleString('en-UG')} tickets` } : {})}
        >
          <Money amount={own.bonusCost} />
        </KeyFigure>
      </KeyFigures>
      <div className="grid gap-2 wide:grid-cols-3">
        <Facts title="Money" heading="h2">
          {(['payouts', 'refunds', 'voids', 'openStakes', 'withdrawalFees'] as const).map((figure) => (
            <Fact key={figure} name={FIGURES[figure].name}>
              <Money amount={own[figure]} signed={own[figure] < 0} />
            </Fact>
          ))}
          <Fact name="Adjustments by staff">
            <Money amount={adjustments} signed={adjustments < 0} />
          </Fact>
        </Facts>
        <Facts title="Favourite markets" heading="h2">
          {markets.length === 0 && <Fact name="Markets">No bets yet</Fact>}
          {markets.map(({ name, selections }) => (
            <Fact key={name} name={name}>{`${selections} selection${selections === 1 ? '' : 's'}`}</Fact>
          ))}
        </Facts>
        <Facts title="Numbers, devices and networks" heading="h2">
          {numbers?.length === 0 && <Fact name="Payment numbers">No payments yet</Fact>}
          {numbers?.map(({ phoneNumber, network, payments, lastAt }) => (
            <Fact key={`${phoneNumber} ${network}`} name={displayPhone(phoneNumber)}>
              {`${network}, ${payments} payment${payments === 1 ? '' : 's'}, last ${dateText(lastAt)}`}
            </Fact>
          ))}
          <Fact name="Known browsers">
            {devices.known === 0
              ? 'none'
              : `${devices.known}${devices.lastSeenAt === null ? '' : `, last used ${dateText(devices.lastSeenAt)}`}`}
          </Fact>
          {networks.map(({ network, lastAt }) => (
            <Fact key={network} name="Network">{`${network}, last used ${dateText(lastAt)}`}</Fact>
          ))}
        </Facts>
      </div>
    </div>
  )
}
