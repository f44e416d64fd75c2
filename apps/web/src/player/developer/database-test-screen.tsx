import { Button } from '../../shared/ui/button.tsx'
import { Card, FigureRow } from '../../shared/ui/surfaces.tsx'
import { DeveloperScreen } from './developer-screen.tsx'

export function DatabaseTestScreen() {
  return (
    <DeveloperScreen title="Database test">
      {({ milliseconds }, { isTesting, again }) => (
        <div className="flex flex-col gap-3 p-3">
          <Card>
            <dl>
              <FigureRow name="Connection">
                <b className="text-up">Connected</b>
              </FigureRow>
              <FigureRow name="Response time">{milliseconds} ms</FigureRow>
            </dl>
          </Card>
          <Button variant="secondary" busy={isTesting} busyText="Testing…" onClick={again}>
            Test again
          </Button>
        </div>
      )}
    </DeveloperScreen>
  )
}
