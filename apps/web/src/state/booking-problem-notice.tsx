import { useReturnHere } from '../shared/return-here.ts'
import { ButtonLink } from '../shared/ui/button.tsx'
import { Notice } from '../shared/ui/surfaces.tsx'
import type { BookingProblem } from './booking-problems.ts'

/** Explains why a code could not be loaded, with a login link for visitors. Read aloud when it appears. */
export function BookingProblemNotice({ problem }: { readonly problem: BookingProblem }) {
  const returnHere = useReturnHere()
  return (
    <>
      <Notice tone="down" live>
        <p>{problem.title}</p>
        {problem.text && <p className="font-normal">{problem.text}</p>}
      </Notice>
      {problem.logIn && (
        <ButtonLink href="/login" state={returnHere} variant="secondary" wide>
          Log in
        </ButtonLink>
      )}
    </>
  )
}
