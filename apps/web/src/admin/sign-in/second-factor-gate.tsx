import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '../../shared/api/client.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { FreshConfirmationForm } from './fresh-confirmation-form.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'
import { currentStaffQuery } from './current-staff-query.ts'

/** Returns whether the member of staff has passed the second factor, or needs none. */
export function useHasPassedGate(): boolean {
  const { data } = useQuery(currentStaffQuery)
  return data !== undefined && gateOf(data) === null
}

/** Requires the second factor, or its setup (D55), before the console opens. */
export function SecondFactorGate({ children }: { readonly children: ReactNode }) {
  const member = useQuery(currentStaffQuery)
  const again = () => void member.refetch()
  return (
    <Loaded query={member} what="the console" skeleton={<Skeleton className="m-4 h-24" />}>
      {(staff) => {
        const gate = gateOf(staff)
        if (gate === 'code') {
          return (
            <Gate title="Enter your code">
              <FreshConfirmationForm by="code" verb="Open the console" onConfirmed={again} />
            </Gate>
          )
        }
        if (gate === 'set up') {
          return (
            <Gate title="Set up your second factor">
              <SetUpSecondFactor onDone={again} />
            </Gate>
          )
        }
        return children
      }}
    </Loaded>
  )
}

type Staff = Pick<Answer<'GET /api/admin/me'>, 'secondFactor' | 'isSecondFactorDemanded'>

/** Returns the step that the member of staff must complete first; null if there is none. */
function gateOf({ secondFactor, isSecondFactorDemanded }: Staff): 'code' | 'set up' | null {
  if (secondFactor === 'owed') return 'code'
  return secondFactor === 'unset' && isSecondFactorDemanded ? 'set up' : null
}

function Gate({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main id="console" tabIndex={-1} className="mx-auto flex max-w-100 flex-col gap-4 px-4 py-6">
      <h1 className="text-20 font-bold">{title}</h1>
      {children}
    </main>
  )
}
