import { Link } from 'wouter'
import { subjectOf } from './subject.ts'

type SubjectProps = {
  readonly subject: string
  /** '' if it has none. */
  readonly name: string
}

/** The subject of an action, with a link to it. Its title has the full subject, by which the log is searched. */
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
