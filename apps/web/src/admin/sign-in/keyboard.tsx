import { Checkbox } from '../../shared/ui/field.tsx'
import { Card } from '../../shared/ui/surfaces.tsx'
import { useSlashKey } from '../kit/slash-key.ts'

/** Keys of the console, stored in this browser. */
export function Keyboard() {
  const [isOn, choose] = useSlashKey()
  return (
    <Card as="section" label="Keyboard">
      <div className="flex max-w-100 flex-col gap-2">
        <h2 className="text-16 font-bold">Keyboard</h2>
        <p className="text-14">Ctrl+K opens the search.</p>
        <Checkbox
          label="The key / opens it too, on this device"
          checked={isOn}
          onChange={(event) => choose(event.target.checked)}
        />
      </div>
    </Card>
  )
}
