import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { AviatorProof } from '@mupiira/contract/aviator.ts'
import { formatDateTime } from '@mupiira/domain/time/kampala.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Field, FIELD_ROW } from '../../shared/ui/field.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { CardSkeleton } from '../../shared/ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../shared/ui/states.tsx'
import { Card, Notice } from '../../shared/ui/surfaces.tsx'
import { reachesCommitment, verifyRound, type Decision } from './verify-round.ts'
import { Form } from '../../shared/ui/form.tsx'
import { proofQuery } from './aviator-queries.ts'
import { timesText } from './times-text.ts'
import { counted } from '../../shared/format/counted.ts'

/** Verifies a round in the player's browser (AVI-35). */
export function VerifyScreen() {
  const requested = new URLSearchParams(useSearch()).get('round') ?? ''
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState(requested)
  useEffect(() => setTyped(requested), [requested])
  const isNumber = /^[1-9]\d{0,14}$/.test(typed)
  return (
    <>
      <ScreenHeader title="Verify a round" backTo="/aviator" />
      <div className="mx-auto flex max-w-160 flex-col gap-3 p-3">
        <Form
          className={FIELD_ROW}
          onSubmit={(event) => {
            event.preventDefault()
            if (isNumber) navigate(`/aviator/verify?round=${typed}`)
          }}
        >
          <div className="min-w-0 flex-1">
            <Field label="Round" inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} />
          </div>
          <Button type="submit" disabled={!isNumber}>
            Verify
          </Button>
        </Form>
        {requested === '' ? <Explanation /> : <RoundProof key={requested} id={requested} />}
      </div>
    </>
  )
}

function Explanation() {
  return (
    <Card>
      <p className="text-14">
        Each round has a secret number, its seed. All seeds form a chain. Before the first round we publish the last
        link of the chain, so we cannot change a seed later. Then we add the salt, a public number that no one can know
        in advance. After each round we publish its seed, and your browser checks that it belongs to the chain. Enter a
        round number, or tap a crash point in the game.
      </p>
    </Card>
  )
}

function RoundProof({ id }: { readonly id: string }) {
  const proof = useQuery(proofQuery(id))
  // A retry cannot help if the round does not exist.
  if (proof.error instanceof ApiError && proof.error.status === 404) {
    return (
      <EmptyState
        title={`There is no round ${id}`}
        text="Check the number. You can find the latest rounds at the top of the game."
        action={
          <ButtonLink href="/aviator" variant="secondary">
            Open the game
          </ButtonLink>
        }
      />
    )
  }
  return (
    <Loaded
      query={proof}
      what="the round"
      skeleton={<CardSkeleton lines={['w-32', 'w-full', 'w-full', 'w-3/5', 'w-full', 'w-2/5']} />}
    >
      {(found) => <Checked proof={found} />}
    </Loaded>
  )
}

const ENDED = {
  crashed: 'crashed',
  interrupted: 'was interrupted; it would have crashed',
  void: 'did not start; it would have crashed',
}

function Checked({ proof }: { readonly proof: AviatorProof }) {
  const [decision, setDecision] = useState<Decision | 'impossible' | null>(null)
  useEffect(() => {
    if (typeof crypto === 'undefined' || crypto.subtle === undefined) return setDecision('impossible')
    verifyRound(proof).then(setDecision, () => setDecision('impossible'))
  }, [proof])
  return (
    <>
      <p className="text-16">
        Round <strong className="tabular">{proof.roundId}</strong> {ENDED[proof.state]} at{' '}
        <strong className="tabular">{timesText(proof.crash)}</strong>.
      </p>
      {decision === 'impossible' && <Notice tone="info">Checking a round needs a secure connection (https).</Notice>}
      {decision !== null && decision !== 'impossible' && (
        <ul className="flex flex-col gap-2">
          <Step isCorrect={decision.isCommittedBeforeSalt}>
            We published the commitment of the chain before the salt, the hash of block {proof.chain.height} of{' '}
            {proof.chain.beacon}, was known.
          </Step>
          <Step isCorrect={decision.isLinked}>The SHA-256 hash of the seed is the previous link of the chain.</Step>
          <Step isCorrect={decision.isCrashCorrect}>
            HMAC-SHA-256 of the salt, with the seed as key, gives {timesText(decision.crash / 100)} at a return of{' '}
            {proof.rtp} %.
          </Step>
          <FullChain proof={proof} />
        </ul>
      )}
      <Card>
        <dl className="flex flex-col gap-3">
          <Figure name="Seed" value={proof.seed} />
          <Figure name="Previous link" value={proof.previous} />
          <Figure
            name="Salt"
            value={proof.chain.salt ?? ''}
          >{`The hash of block ${proof.chain.height} of ${proof.chain.beacon}${proof.chain.saltedAt !== null ? `, known ${formatDateTime(new Date(proof.chain.saltedAt))}` : ''}${proof.chain.beacon === 'bitcoin' ? '. Any block explorer shows the same hash for this height.' : ''}`}</Figure>
          {proof.chain.header !== null && (
            <Figure name="Block header" value={proof.chain.header}>
              Its double SHA-256 hash in reverse byte order is the salt. Bytes 69 to 72 are its time.
            </Figure>
          )}
          <Figure name="Commitment" value={proof.chain.commitment}>
            Published on {formatDateTime(new Date(proof.chain.committedAt))}. This seed is link {proof.link} of{' '}
            {proof.chain.links}.
            {proof.chain.skipped.map(({ from, to, at }) => (
              <span key={from} className="block">
                No round uses links {from} to {to}. They were skipped on {formatDateTime(new Date(at))}.
              </span>
            ))}
          </Figure>
        </dl>
      </Card>
    </>
  )
}

function FullChain({ proof }: { readonly proof: AviatorProof }) {
  const [progress, setProgress] = useState<number | null>(null)
  const [isReached, setReached] = useState<boolean | null>(null)
  if (isReached !== null)
    return (
      <Step isCorrect={isReached}>
        After {proof.link} hashes the seed equals the commitment that we published before the first round.
      </Step>
    )
  const follow = () => {
    setProgress(0)
    reachesCommitment(proof, setProgress).then(setReached, () => setReached(false))
  }
  return (
    <li>
      <Button
        variant="secondary"
        wide
        busy={progress !== null}
        busyText={`${progress} of ${proof.link} hashes…`}
        onClick={follow}
      >{`Follow the chain to its commitment (${counted(proof.link, 'hash', 'hashes')})`}</Button>
    </li>
  )
}

function Step({ isCorrect, children }: { readonly isCorrect: boolean; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-2 text-14">
      {isCorrect ? (
        <CircleCheck className="size-5 shrink-0 text-up" />
      ) : (
        <CircleX className="size-5 shrink-0 text-down" />
      )}
      <span>
        <strong>{isCorrect ? 'Correct.' : 'Incorrect.'}</strong> {children}
      </span>
    </li>
  )
}

type FigureProps = { readonly name: string; readonly value: string; readonly children?: ReactNode }

function Figure({ name, value, children }: FigureProps) {
  return (
    <div>
      <dt className="text-12 text-muted">{name}</dt>
      <dd>
        <code className="text-12 break-all select-all">{value}</code>
      </dd>
      {children && <dd className="text-12 text-muted">{children}</dd>}
    </div>
  )
}
