import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../../shared/api/client.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Card } from '../../shared/ui/surfaces.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { Keyboard } from './keyboard.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'
import { currentStaffQuery } from './current-staff-query.ts'

/** The second factor of the logged-in member of staff. It can be set up even if it is not required (D55). */
export function SignInScreen() {
  const member = useQuery(currentStaffQuery)
  return (
    <ConsolePage
      title="Your login"
      end={
        <ButtonLink variant="secondary" href="/admin/settings">
          Settings
        </ButtonLink>
      }
    >
      <Loaded query={member} what="your login" skeleton={<Skeleton className="h-40 w-full" />}>
        {(known) => <SecondFactor member={known} onSet={() => void member.refetch()} />}
      </Loaded>
      <Keyboard />
    </ConsolePage>
  )
}

type FactorProps = { readonly member: Answer<'GET /api/admin/me'>; readonly onSet: () => void }

function SecondFactor({ member: { secondFactor, recoveryCodesLeft }, onSet }: FactorProps) {
  // The recovery codes stay visible until they are saved, although the second factor is already on.
  const [isSettingUp, setSettingUp] = useState(secondFactor === 'unset')
  const done = () => {
    setSettingUp(false)
    onSet()
  }
  return (
    <Card as="section" label="Second factor">
      <div className="flex max-w-100 flex-col gap-4">
        <h2 className="text-16 font-bold">Second factor</h2>
        {isSettingUp ? (
          <SetUpSecondFactor onDone={done} />
        ) : (
          <p className="text-14">{`Your second factor is on. You enter a code from your authenticator app when you open the console. ${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code is' : 'codes are'} left.`}</p>
        )}
      </div>
    </Card>
  )
}
