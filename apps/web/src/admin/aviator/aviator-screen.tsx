import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminAviatorChain } from '@mupiira/contract/admin-aviator.ts'
import { type Answer } from '../../shared/api/client.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Card, Notice } from '../../shared/ui/surfaces.tsx'
import { May } from '../kit/may.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { CommitDialog } from './commit-dialog.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { durationText, entriesText, skippedText, STATES } from './chain-texts.ts'
import { chainsQuery } from './chains-query.ts'

/** The seed chains of Aviator: rounds left, the next commitment and its block (docs/rules/aviator.md). */
export function AviatorScreen() {
  const query = useQuery(chainsQuery)
  const [isCommitting, setCommitting] = useState(false)
  const [waiting, setWaiting] = useState<AdminAviatorChain | null>(null)
  const again = () => void query.refetch()
  return (
    <ConsolePage
      title="Aviator"
      end={
        <May do="admin:aviator:edit">
          <Button onClick={() => setCommitting(true)}>Commit a chain</Button>
        </May>
      }
    >
      <Loaded query={query} what="the chains" skeleton={<Skeleton className="h-64 w-full" />}>
        {(chains) => (
          <>
            <Supply chains={chains} />
            <h2 className="text-16 font-bold">Chains</h2>
            {chains.items.length === 0 && (
              <EmptyState
                title="No chain yet"
                text="Rounds start after a chain is committed and its block is entered."
              />
            )}
            <ul className="flex flex-col gap-3">
              {chains.items.map((chain) => (
                <ChainCard key={chain.id} chain={chain} onEnter={() => setWaiting(chain)} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {isCommitting && <CommitDialog onDone={again} onClose={() => setCommitting(false)} />}
      {waiting && <BlockDialog chain={waiting} onDone={again} onClose={() => setWaiting(null)} />}
    </ConsolePage>
  )
}

/** The rounds left, and the next task. */
function Supply({ chains }: { readonly chains: Answer<'GET /api/admin/aviator/chains'> }) {
  const { roundsLeft, commitBelow, items } = chains
  const isShort = roundsLeft <= commitBelow
  const waiting = items.find(({ state }) => state === 'waiting')
  return (
    <Card>
      <dl>
        <dt className="text-12 text-muted">Rounds left</dt>
        <dd className="text-20 font-bold tabular">
          {roundsLeft.toLocaleString('en-UG')}
          <span className="block text-12 font-normal text-muted">
            {roundsLeft === 0 ? 'No round can start.' : `About ${durationText(roundsLeft)} of play.`}
          </span>
        </dd>
      </dl>
      {isShort && (
        <div className="pt-2">
          <Notice tone={roundsLeft === 0 ? 'down' : 'info'}>
            {waiting !== undefined
              ? `The next chain is waiting for ${waiting.beacon === 'bitcoin' ? 'Bitcoin block' : 'block'} ${waiting.height}. Once it is mined, two members of staff must each enter its header. If the header is rejected as too early, commit another chain.`
              : 'Commit the next chain now. Its block will be mined in about 12 hours.'}
          </Notice>
        </div>
      )}
    </Card>
  )
}

type ChainCardProps = { readonly chain: AdminAviatorChain; readonly onEnter: () => void }

function ChainCard({ chain, onEnter }: ChainCardProps) {
  const { text, tone } = STATES[chain.state]
  const used = chain.links - chain.roundsLeft
  return (
    <Card as="li">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-60 flex-1 flex-col gap-1 text-14">
          <p className="flex flex-wrap items-center gap-2">
            <b>{`Committed ${dateTimeText(chain.committedAt)}`}</b>
            <Badge tone={tone}>{text}</Badge>
          </p>
          <p>
            {`Block ${chain.height} of ${chain.beacon} · ${used.toLocaleString('en-UG')} of ${chain.links.toLocaleString('en-UG')} links used`}
          </p>
          {chain.skipped.map((skip) => (
            <p key={skip.from} className="text-muted">
              {skippedText(skip)}
            </p>
          ))}
          <p className="text-12 break-all text-muted">{`Commitment ${chain.commitment}`}</p>
          {chain.salt !== null && <p className="text-12 break-all text-muted">{`Salt ${chain.salt}`}</p>}
          {chain.state === 'waiting' && (
            <p className="text-muted">
              {chain.beacon === 'bitcoin'
                ? entriesText(chain.entries)
                : `The salt is set automatically once block ${chain.height} is mined.`}
            </p>
          )}
        </div>
        {chain.state === 'waiting' && chain.beacon === 'bitcoin' && (
          <May do="admin:aviator:edit">
            <Button variant="secondary" onClick={onEnter}>
              Enter the block
            </Button>
          </May>
        )}
      </div>
    </Card>
  )
}
