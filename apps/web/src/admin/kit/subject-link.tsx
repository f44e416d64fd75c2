import { Link } from 'wouter'
import { subjectOf } from './subject.ts'

type SubjectProps = {
  readonly subject: string
  /** '' where nobody knows one. */
  readonly name: string
}

/** Whom or what a deed was about, with the way there. The whole subject is what the log is searched by, and what is read when one points at it. */
export function SubjectLink({ subject, name }: SubjectProps) {
  const { kind, short, href } = subjectOf(subject)
  const text = name === '' ? short : name
  return (
    <span title={subject}>
      {kind !== '' && <span className="text-muted">{kind} </span>}
      {href === null ? (
        text
      ) : (
        <Link href={href} className="underline">
          {text}
        </Link>
      )}
    </span>
  )
}
