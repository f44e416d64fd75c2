import { Link } from 'wouter'
import { subjectOf } from './subject.ts'

type SubjectProps = {
  readonly subject: string
  /** Empty if the subject has no name. */
  readonly name: string
}

/** The subject of an action with a link. The tooltip shows the full subject, for searching the audit log. */
export function SubjectLink({ subject, name }: SubjectProps) {
  const { kind, short, href } = subjectOf(subject)
  const text = name === '' ? short : name
  return (
    <span title={subject}>
      {kind !== '' && <span className="text-muted lg:block lg:text-12">{kind} </span>}
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
