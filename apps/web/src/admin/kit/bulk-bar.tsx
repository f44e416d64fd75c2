import type { LucideIcon } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'
import { counted } from '../../shared/format/counted.ts'
import { DangerButton } from './danger-button.tsx'

/** An action on the selected rows of a list. */
export type BulkAction<Row> = {
  readonly text: string
  readonly icon: LucideIcon
  readonly isDangerous?: boolean
  readonly onPress: (rows: readonly Row[]) => void
}

type BulkBarProps<Row> = {
  readonly rows: readonly Row[]
  readonly actions: readonly BulkAction<Row>[]
  readonly onClear: () => void
}

/** The actions on the selected rows. It stays in view while the rows scroll. */
export const BulkBar = <Row,>({ rows, actions, onClear }: BulkBarProps<Row>) => (
  <div
    role="group"
    aria-label="Selected rows"
    className="sticky bottom-2 z-20 flex flex-wrap items-center gap-2 rounded-card border border-ink bg-raised p-2 md:[&>button]:min-h-9"
  >
    <p role="status" className="mr-auto px-1 text-14 font-bold tabular">
      {counted(rows.length, 'row')} selected
    </p>
    <Button variant="quiet" onClick={onClear}>
      Clear selection
    </Button>
    {actions.map(({ text, icon: Icon, isDangerous, onPress }) =>
      isDangerous ? (
        <DangerButton key={text} icon={Icon} onClick={() => onPress(rows)}>
          {text}
        </DangerButton>
      ) : (
        <Button key={text} variant="secondary" onClick={() => onPress(rows)}>
          <Icon aria-hidden="true" className="size-4" /> {text}
        </Button>
      ),
    )}
  </div>
)
