import { useEffect, useState } from 'react'
import { CardSkeleton } from '../../shared/ui/skeletons.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/surfaces.tsx'
import { useSession } from '../../state/session.ts'
import { usePublicSettings } from '../../state/settings.ts'
import { advice } from './advice.ts'
import { SelfAssessment } from './self-assessment.tsx'
import { BreakSection, ExclusionNotice } from './break-section.tsx'
import { CheckSection } from './check-section.tsx'
import { FoldedSection } from './folded-section.tsx'
import { Help } from './help.tsx'
import { LimitsSection } from './limits-section.tsx'
import { useProtection } from './use-protection.ts'

/**
 * The responsible gambling page (HELP-15, PLAY-01, PLAY-03 to PLAY-05). The general advice is collapsed, so that the
 * player's own limits below it fit on the first screen. The limits come last, because they load later and must not move
 * other content.
 */
export function ResponsibleGamblingScreen() {
  const minimumAge = usePublicSettings()?.minimumAge ?? 25
  return (
    <>
      <ScreenHeader title="Responsible Gambling" backTo="/" />
      <div className="mx-auto flex max-w-160 flex-col gap-4 p-3 pb-8">
        <div className="overflow-hidden rounded-card border border-line bg-raised">
          <FoldedSection id="advice" title="Stay in control" text="How to bet without harm">
            <ul className="flex list-disc flex-col gap-2 pl-5 text-14">
              {advice(minimumAge).map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </FoldedSection>
          <FoldedSection id="assessment" title="Is betting still fun?" text="Answer nine questions">
            <SelfAssessment />
          </FoldedSection>
          <FoldedSection id="help" title="Where to find help" text="Services in Uganda and online">
            <Help />
          </FoldedSection>
        </div>
        <div className="flex flex-col gap-8">
          <PlayerTools />
        </div>
      </div>
    </>
  )
}

/** The server-rendered page is the same for all visitors, so the session loads later. */
function PlayerTools() {
  const session = useSession()
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  return isHere && session.status === 'in' ? <Tools /> : <VisitorTools />
}

function Tools() {
  const protection = useProtection()
  return (
    <Loaded query={protection} what="your limits" skeleton={<ToolsSkeleton />}>
      {(own) => (
        <>
          <ExclusionNotice exclusion={own.exclusion} />
          <LimitsSection limits={own.limits} />
          <BreakSection exclusion={own.exclusion} />
          <CheckSection realityCheckMinutes={own.realityCheckMinutes} />
        </>
      )}
    </Loaded>
  )
}

function VisitorTools() {
  return (
    <Card as="section" label="Your tools">
      <h2 className="text-16 font-bold">Limits, breaks and self-exclusion</h2>
      <p className="py-2 text-14 text-muted">
        With an account you can limit your deposits, stakes and losses by day, week and month, take a time-out of 24
        hours to 30 days, and exclude yourself for six months or longer.
      </p>
      <ButtonLink href="/login" state={{ from: '/responsible-gambling' }}>
        Log in to use them
      </ButtonLink>
    </Card>
  )
}

function ToolsSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-7 w-40" />
      {Array.from({ length: 3 }, (_, at) => (
        <CardSkeleton key={at} lines={['w-32', 'w-full', 'w-3/5', 'w-full', 'w-3/5']} />
      ))}
    </div>
  )
}
