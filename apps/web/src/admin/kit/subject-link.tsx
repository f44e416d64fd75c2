import { Link } from 'wouter'
import { subjectOf } from './subject.ts'

type SubjectProps = {
  readonly subject: string
  /** Empty without a name. */
  readonly name: string
}

/** The subject of an action with a link. The title shows the full subject, which the log search accepts. */
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
