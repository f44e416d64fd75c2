import type { UserFile } from '@mupiira/contract/user-file.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { EmptyState } from '../../shared/ui/states.tsx'
import { Card, FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'

const PERIODS = { day: 'Daily', week: 'Weekly', month: 'Monthly' } as const

/** The player's own limits, read-only for staff. */
export function PlayerLimits({ limits, exclusion }: Pick<UserFile, 'limits' | 'exclusion'>) {
  const set = limits.filter(({ amount }) => amount !== null)
  return (
    <div className="flex flex-col gap-3">
      {exclusion !== null && (
        <Notice tone="info">
          {`Self-excluded from ${dateTimeText(exclusion.from)} until ${dateTimeText(exclusion.until)}.`}
        </Notice>
      )}
      {set.length === 0 ? (
        <EmptyState title="No limits" text="This player has not set a limit." />
      ) : (
        <Card>
          <dl>
            {set.map(({ kind, period, amount, used, raise }) => (
              <FigureRow key={`${kind} ${period}`} name={`${PERIODS[period]} ${kind} limit`}>
                <span>
                  <Money amount={used} signed={used < 0} /> of <Money amount={amount ?? 0} />
                </span>
                {raise && (
                  <span className="block text-12 text-muted">
                    <span>{raise.amount === null ? 'Removal requested' : 'Higher limit requested: '}</span>
                    {raise.amount !== null && <Money amount={raise.amount} />}
                    <span>. The player can confirm it from {dateTimeText(raise.confirmableAt)}.</span>
                  </span>
                )}
              </FigureRow>
            ))}
          </dl>
        </Card>
      )}
    </div>
  )
}
