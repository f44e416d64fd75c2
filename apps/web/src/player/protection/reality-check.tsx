import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import {
  startUsage,
  addUsage,
  durationText,
  isCheckDue,
  REALITY_CHECK,
  type Usage,
} from '@mupiira/domain/protection/reality-check.ts'
import { serverNow } from '../../shared/clock.ts'
import { deviceStorage } from '../../shared/storage.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { LoadErrorLine } from '../../shared/ui/load-error-line.tsx'
import { FigureRow, Money } from '../../shared/ui/surfaces.tsx'
import { usePlayState } from '../../state/play-state.ts'
import { protectionQuery } from '../../state/exclusion.tsx'
import { netResultQuery } from './protection-queries.ts'

const UPDATE_EVERY_MS = 15_000
const KEY = 'mupiira.use'
/** The server's net result covers at most a day. */
const MAX_PERIOD_MS = 23 * 3_600_000

type Stored = Usage & { readonly userId: string }

function readUse(userId: string): Usage | null {
  try {
    const stored = JSON.parse(deviceStorage.read(KEY) ?? 'null') as Stored | null
    return stored?.userId === userId ? stored : null
  } catch {
    return null
  }
}

const storeUse = (userId: string, use: Usage): void => deviceStorage.write(KEY, JSON.stringify({ ...use, userId }))

/** The player's time of use on this device, in all windows. Time counts while a window is visible. */
function useTimeOfUse(userId: string): [use: Usage | null, answered: () => void] {
  const [use, setUse] = useState<Usage | null>(null)
  useEffect(() => {
    const updateUse = () => {
      if (document.visibilityState !== 'visible') return
      const nowMs = serverNow().getTime()
      const before = readUse(userId)
      const next = before === null ? startUsage(nowMs) : addUsage(before, nowMs, UPDATE_EVERY_MS)
      storeUse(userId, next)
      setUse(next)
    }
    updateUse()
    const timer = setInterval(updateUse, UPDATE_EVERY_MS)
    return () => clearInterval(timer)
  }, [userId])
  const answered = () => {
    const stored = readUse(userId) ?? use
    if (stored === null) return
    const next = { ...stored, checkedMs: stored.usedMs }
    storeUse(userId, next)
    setUse(next)
  }
  return [use, answered]
}

/**
 * The reality check (PLAY-04). It requests nothing before the shortest possible interval, and uses the longest interval
 * until the player's setting is known. During an Aviator round with a bet, it waits until the round ends.
 */
export function RealityCheck({ userId }: { readonly userId: string }) {
  const [use, answered] = useTimeOfUse(userId)
  const mayBeDue = use !== null && isCheckDue(use, REALITY_CHECK.leastMinutes)
  const { data } = useQuery({ ...protectionQuery, enabled: mayBeDue })
  const { hasBetInFlight, isCheckOpen } = usePlayState()
  const minutes = data?.realityCheckMinutes ?? REALITY_CHECK.defaultMinutes
  if (use === null || !isCheckDue(use, minutes) || (hasBetInFlight && !isCheckOpen)) return null
  return <CheckDialog use={use} onAnswered={answered} />
}

type CheckDialogProps = { readonly use: Usage; readonly onAnswered: () => void }

function CheckDialog({ use, onAnswered }: CheckDialogProps) {
  // The values at the time of opening, so that the numbers do not change while the player reads.
  const [{ usedMs, since }] = useState(() => ({
    usedMs: use.usedMs,
    since: new Date(Math.max(use.startedAtMs, serverNow().getTime() - MAX_PERIOD_MS)).toISOString(),
  }))
  const { data: result, isError, refetch } = useQuery(netResultQuery(since))
  // A layout effect, so that auto bet cannot place a bet behind the dialog.
  useLayoutEffect(() => {
    usePlayState.setState({ isCheckOpen: true })
    return () => usePlayState.setState({ isCheckOpen: false })
  }, [])
  return (
    <Dialog title="Reality check" open mustAnswer onClose={onAnswered}>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-16">
          You have been here for <b>{durationText(usedMs)}</b>.
        </p>
        <div className="min-h-20">
          {isError && <LoadErrorLine what="your wins and losses" onRetry={() => void refetch()} />}
          {result !== undefined && (
            <dl>
              <FigureRow name="You staked">
                <Money amount={result.stakes} />
              </FigureRow>
              {result.openStakes > 0 && (
                <FigureRow name="On open bets (included above)">
                  <Money amount={result.openStakes} />
                </FigureRow>
              )}
              <FigureRow name="You got back">
                <Money amount={result.returns} />
              </FigureRow>
              <FigureRow
                name={
                  <>
                    Net result
                    <span className="block text-12 font-normal text-muted">without bets that are still open</span>
                  </>
                }
                variant="sum"
              >
                <Money amount={result.net} signed />
              </FigureRow>
            </dl>
          )}
        </div>
        <Button wide onClick={onAnswered}>
          Continue
        </Button>
        <ButtonLink href="/responsible-gambling" variant="secondary" wide onClick={onAnswered}>
          Limits and breaks
        </ButtonLink>
      </div>
    </Dialog>
  )
}
