import { TicketCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearch } from 'wouter'
import { BookingField } from '../../shared/ui/booking-field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { CardSkeleton } from '../../shared/ui/skeletons.tsx'
import { EmptyState, Loading } from '../../shared/ui/states.tsx'
import { BookingProblemNotice } from '../../state/booking-problem-notice.tsx'
import { loadBooking } from '../../state/load-booking.ts'
import { useSession } from '../../state/session.ts'
import { useOpenSlip } from '../../state/slip-sheet.ts'
import { useBookingLookup, type BookedAnswer } from '../../state/use-booking-lookup.ts'
import { BookingCard } from './booking-card.tsx'
import { Form } from '../../shared/ui/form.tsx'

const MAX_CODE_LENGTH = 12

/** The screen of `/booking-code` and `/booking-code-lookup` (CODE-01 to CODE-19). */
export function BookingScreen() {
  const code = new URLSearchParams(useSearch()).get('code') ?? ''
  const given = code.trim().toUpperCase().slice(0, MAX_CODE_LENGTH)
  const openSlip = useOpenSlip()
  const { typed, onCode, onSubmit, lookup, search, fail, userId } = useBookingLookup({
    source: 'page',
    given,
  })
  const [isGivenSearched, setGivenSearched] = useState(false)
  const isSearchDue = given !== '' && !isGivenSearched && typed === given && lookup.state === 'idle'
  const { status } = useSession()
  // A shared link shows its selections at once. The result depends on the player.
  const searchGiven = useEffectEvent(() => {
    if (!isSearchDue || status === 'loading') return
    setGivenSearched(true)
    void search()
  })
  useEffect(() => searchGiven(), [status])
  const onLoad = (booked: BookedAnswer) => {
    const problem = loadBooking(booked, userId)
    if (problem === null) openSlip()
    else fail(problem)
  }

  return (
    <>
      <ScreenHeader title="Booking Code" backTo="/" />
      <div className="mx-auto flex max-w-120 flex-col gap-3 p-3">
        <Form onSubmit={onSubmit} role="search" className="flex flex-col gap-2">
          <BookingField value={typed} onCode={onCode} />
          <Button
            type="submit"
            // Once a bet is found, loading it is the main action.
            variant={lookup.state === 'found' ? 'secondary' : 'primary'}
            wide
            tall
            busy={lookup.state === 'searching'}
            busyText="Searching…"
          >
            Search
          </Button>
        </Form>
        {lookup.state === 'idle' && !isSearchDue && (
          <EmptyState
            icon={<TicketCheck className="size-8" />}
            title="Find a bet by its code"
            text="Your betslip and your ticket show the code. Use it to load the same selections again."
          />
        )}
        {(lookup.state === 'searching' || isSearchDue) && (
          <Loading what="the bet">
            <CardSkeleton lines={['w-32', 'w-full', 'w-full', 'w-40', 'w-48']} />
          </Loading>
        )}
        {lookup.state === 'failed' && (
          <>
            <BookingProblemNotice problem={lookup.problem} />
            {lookup.problem.again && (
              <Button variant="secondary" wide onClick={() => void search()}>
                Try Again
              </Button>
            )}
          </>
        )}
        {lookup.state === 'found' && <BookingCard booked={lookup.booked} onLoad={() => onLoad(lookup.booked)} />}
      </div>
    </>
  )
}
