import { useEffect, useState } from 'react'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { codePath, slipShareText } from '../../shared/format/share-text.ts'
import { useOddsText } from '../../shared/odds-format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { ShareButton } from '../../shared/ui/share-button.tsx'
import { Card } from '../../shared/ui/surfaces.tsx'
import { issueSlipCode } from '../../state/issue-slip-code.ts'
import { OwnCodeNote, useIsCodeForAnyone } from '../../state/own-code-note.tsx'
import { codeOf, selectionKey } from '../../state/slip-code.ts'
import { matchOf } from '../../state/slip-rules.ts'
import { useSession } from '../../state/session.ts'
import { useSlip } from '../../state/slip.ts'

/** A request waits this long, so that several taps in a row request one code. */
const SETTLE_MS = 800

/** The slip's booking code with a copy button (SLIP-16). `blocked`: a selection is closed. */
export function SlipCodeCard({ blocked }: { readonly blocked: boolean }) {
  const { code, failed, retry } = useSlipCode(blocked)
  const isCodeForAnyone = useIsCodeForAnyone()
  return (
    <Card as="section" label="Booking code">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <div className="shrink-0">
          <h3 className="text-14 text-muted">Booking code</h3>
          {!blocked && <OwnCodeNote />}
        </div>
        {code !== null && <CopyButton text={code} what="booking code" />}
        {code === null && !failed && !blocked && (
          <span role="status" className="text-14 text-muted">
            Getting a code…
          </span>
        )}
        {code === null && blocked && (
          <span className="text-right text-14 text-muted">Not available while a selection is closed</span>
        )}
        {code === null && failed && !blocked && (
          <span className="-my-2.5">
            <Button variant="quiet" onClick={retry}>
              No booking code yet. Try again
            </Button>
          </span>
        )}
      </div>
      {code !== null && isCodeForAnyone && <ShareSlip code={code} />}
    </Card>
  )
}

/** Shares the code and its link with other players, who can load it. */
function ShareSlip({ code }: { readonly code: string }) {
  const items = useSlip((state) => state.items)
  const oddsText = useOddsText()
  const picks = items.map((item) => ({
    match: matchOf(item),
    label: item.names.label,
    odds: oddsText(oddsFromNumber(Number(item.oddsSeen))),
  }))
  return (
    <div className="pt-2">
      <ShareButton name="Share" text={slipShareText(code, picks)} path={codePath(code)} />
    </div>
  )
}

function useSlipCode(blocked: boolean) {
  const session = useSession()
  const items = useSlip((state) => state.items)
  const storedCode = useSlip((state) => state.code)
  const userId = session.status === 'in' ? session.user.id : null
  const isKnown = session.status !== 'loading'
  const code = codeOf(storedCode, items, userId)
  const content = selectionKey(items)
  /** The slip for which the last request failed. */
  const [failedFor, setFailedFor] = useState<string | null>(null)
  const isNeeded = isKnown && !blocked && code === null && failedFor !== content

  useEffect(() => {
    if (!isNeeded) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const now = useSlip.getState()
      // The right column can show the same slip. Only one of the two requests a code.
      if (selectionKey(now.items) !== content || codeOf(now.code, now.items, userId) !== null) return
      issueSlipCode(now.items, userId, stop.signal).catch(() => {
        if (!stop.signal.aborted) setFailedFor(content)
      })
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [isNeeded, content, userId])

  return { code, failed: failedFor === content, retry: () => setFailedFor(null) }
}
