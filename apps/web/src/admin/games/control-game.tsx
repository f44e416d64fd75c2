import { Hand } from 'lucide-react'
import { useState } from 'react'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { OpenBetsFigures } from '../kit/open-bets.tsx'
import { act } from '../kit/staff-api.ts'
import { saveFailure } from './game-texts.ts'

type ControlProps = { readonly game: AdminGame; readonly onChanged: () => Promise<void> }

/** Takes over a game of the feed, or returns it to the feed (D7a). */
export function ControlGame({ game: { id, name, takenOver }, onChanged }: ControlProps) {
  const [open, setOpen] = useState(false)
  const verb = takenOver ? 'Hand back to the feed' : 'Take over and suspend'
  const run = async (reason: string): Promise<string | null> => {
    try {
      const body = { by: takenOver ? 'feed' : 'staff', reason } as const
      await act('POST /api/admin/games/{id}/control', { params: { id }, body })
    } catch (error) {
      return saveFailure(error)
    }
    await onChanged()
    return null
  }
  return (
    <>
      {takenOver ? (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {verb}
        </Button>
      ) : (
        <DangerButton icon={Hand} onClick={() => setOpen(true)}>
          {verb}
        </DangerButton>
      )}
      {open && (
        <ConfirmDialog
          title={takenOver ? `Hand ${name} back to the feed?` : `Take over ${name} from the feed?`}
          verb={verb}
          isDangerous={!takenOver}
          reason={{ label: 'Reason', missing: 'Please give a reason.' }}
          onConfirm={run}
          onClose={() => setOpen(false)}
        >
          <p>
            {takenOver
              ? 'The feed’s next report replaces clock, score and state. A suspended game stays suspended until you reopen it.'
              : 'You control clock, score and odds. The game is suspended until you check its odds and reopen it. You see the feed’s reports here, but they are not applied. Bets and cashouts stay closed while the feed reports a started game or a different score. If it does not report your result at the end, the game waits for your decision.'}
          </p>
          <OpenBetsFigures on={{ game: id }} />
        </ConfirmDialog>
      )}
    </>
  )
}

export function FeedReport({ game: { takenOver, feedReport } }: Pick<ControlProps, 'game'>) {
  if (!takenOver) return null
  if (feedReport === null) return <Notice tone="info">Taken over. The feed has sent no report since then.</Notice>
  const { status, minute, startTime, homeTeam, awayTeam, homeScore, awayScore } = feedReport
  const score = homeScore === null || awayScore === null ? '' : ` ${homeScore} – ${awayScore},`
  return (
    <Notice tone="info">
      {`Taken over. The feed reports ${homeTeam} – ${awayTeam},${score} ${status}${minute === null ? '' : `, minute ${minute}`}, start ${dateTimeText(startTime)}. This report is not applied.`}
    </Notice>
  )
}
