import { CircleCheck, CircleX } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, textOf } from '../../shared/api/errors.ts'
import { counted } from '../../shared/format/counted.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { FormDialog } from './form-dialog.tsx'

/** A page has at most 50 rows, so a bulk action is bounded too. */
export const MAX_BULK = 100

type BulkDialogProps<Row, Values extends FieldValues> = {
  readonly title: string
  readonly verb: string
  readonly isDangerous?: boolean
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** The row in the list of results: "amina, UGX 50,000". */
  readonly rowName: (row: Row) => string
  readonly defaultValues: DefaultValues<Values>
  /** The preview, and the fields that apply to every row. */
  readonly children: (form: UseFormReturn<Values>) => ReactNode
  /** Carries out the action on one row, as its single action does. */
  readonly run: (row: Row, values: Values) => Promise<unknown>
  /** "3 withdrawals approved." */
  readonly done: (count: number) => string
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

type Outcome = { readonly key: string; readonly name: string; readonly problem: string | null }

/**
 * Carries out an action on several rows, one after the other, with one preview and one input. Each row is authorised,
 * validated and recorded like a single action. If rows fail, the dialog lists the outcome of every row.
 */
export function BulkDialog<Row, Values extends FieldValues>(props: BulkDialogProps<Row, Values>) {
  const { title, verb, isDangerous, rows, rowKey, rowName, defaultValues, children, run, done, onChanged, onClose } =
    props
  // The rows of the list change while the action runs.
  const [chosen] = useState(() => rows.slice(0, MAX_BULK))
  const [started, setStarted] = useState(0)
  const isRunning = useRef(false)
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null)
  const runAll = async (values: Values): Promise<string | null> => {
    const found: Outcome[] = []
    isRunning.current = true
    for (const [at, row] of chosen.entries()) {
      setStarted(at + 1)
      const problem = await problemOf(() => run(row, values))
      // Staff closed the confirmation of their identity before anything was done.
      if (problem === '' && at === 0) {
        isRunning.current = false
        return ''
      }
      found.push({ key: rowKey(row), name: rowName(row), problem: problem === '' ? 'Not confirmed.' : problem })
      if (problem === '') break
    }
    await onChanged()
    const succeeded = found.filter((outcome) => outcome.problem === null).length
    if (succeeded === chosen.length) {
      showToast('success', done(succeeded))
      onClose()
      return null
    }
    const left = chosen
      .slice(found.length)
      .map((row) => ({ key: rowKey(row), name: rowName(row), problem: 'Not done.' }))
    setOutcomes([...found, ...left])
    return null
  }
  if (outcomes !== null) return <Outcomes title={title} outcomes={outcomes} onClose={onClose} />
  return (
    <FormDialog<Values>
      title={title}
      verb={verb}
      {...(isDangerous ? { isDangerous } : {})}
      busyText={`Row ${started} of ${chosen.length}…`}
      defaultValues={defaultValues}
      onSubmit={runAll}
      // A running action cannot be left, and its outcomes replace the form, which closes after its submission.
      onClose={() => !isRunning.current && onClose()}
    >
      {children}
    </FormDialog>
  )
}

/** Null on success, the error otherwise; empty if staff closed the confirmation of their identity. */
async function problemOf(run: () => Promise<unknown>): Promise<string | null> {
  try {
    await run()
    return null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CONFIRMATION_NEEDED') return ''
    return textOf(error, 'We could not reach the server, so nothing was changed.')
  }
}

type OutcomesProps = {
  readonly title: string
  readonly outcomes: readonly Outcome[]
  readonly onClose: () => void
}

function Outcomes({ title, outcomes, onClose }: OutcomesProps) {
  const failed = outcomes.filter(({ problem }) => problem !== null).length
  return (
    <Dialog title={title} open onClose={onClose}>
      <div className="flex flex-col gap-3 p-4 text-14">
        <p role="status" className="font-bold">
          {`${outcomes.length - failed} done, ${counted(failed, 'row')} not done.`}
        </p>
        <ul className="rounded-card border border-line">
          {outcomes.map(({ key, name, problem }) => {
            const Icon = problem === null ? CircleCheck : CircleX
            return (
              <li key={key} className="flex items-start gap-2 border-b border-line px-3 py-2 last:border-b-0">
                <Icon aria-hidden="true" className={problem === null ? 'size-5 text-up' : 'size-5 text-down'} />
                <span className="min-w-0 flex-1 break-words">
                  <b>{name}</b>
                  <span className="block">{problem ?? 'Done.'}</span>
                </span>
              </li>
            )
          })}
        </ul>
        <div className="flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}
