import { Link } from 'wouter'
import { BookingField } from '../../shared/ui/booking-field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/surfaces.tsx'
import { BookingProblemNotice } from '../../state/booking-problem-notice.tsx'
import { loadBooking } from '../../state/load-booking.ts'
import { useUser } from '../../state/session.ts'
import { useBookingLookup } from '../../state/use-booking-lookup.ts'
import { Form } from '../../shared/ui/form.tsx'

/** Loads a booking code into an empty slip (SLIP-15, CODE-05). */
export function BookingLoader({ onLoaded }: { readonly onLoaded: () => void }) {
  const userId = useUser()?.id ?? null
  const { typed, onCode, onSubmit, lookup } = useBookingLookup({
    source: 'slip',
    onFound(booked) {
      const problem = loadBooking(booked, userId)
      if (problem === null) onLoaded()
      return problem
    },
  })
  return (
    <Card as="section" label="Load a booking code">
      <Form onSubmit={onSubmit} className="flex flex-col gap-2">
        <BookingField value={typed} onCode={onCode} />
        {lookup.state === 'failed' && <BookingProblemNotice problem={lookup.problem} />}
        <Button type="submit" variant="secondary" wide busy={lookup.state === 'searching'} busyText="Loading…">
          Load selections
        </Button>
      </Form>
      <Link href="/booking-code" className="inline-flex min-h-11 items-center text-14 font-bold underline">
        Check a booking code
      </Link>
    </Card>
  )
}
