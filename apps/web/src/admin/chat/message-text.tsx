import { Fragment } from 'react'
import { Link } from 'wouter'
import { linkify } from './linkify.ts'

const LINK = 'inline-flex min-h-6 items-center font-bold underline'

/** The text of a message with links for staff. */
export const MessageText = ({ text }: { readonly text: string }) =>
  linkify(text).map((part, at) => (
    // The parts of a message never change, so their positions identify them.
    <Fragment key={at}>
      {part.href === undefined ? (
        part.text
      ) : (
        <Link href={part.href} className={LINK}>
          {part.text}
        </Link>
      )}
      {part.ticketHref !== undefined && (
        <>
          {' ('}
          <Link href={part.ticketHref} className={LINK} aria-label={`Ticket ${part.text}`}>
            ticket?
          </Link>
          {')'}
        </>
      )}
    </Fragment>
  ))
