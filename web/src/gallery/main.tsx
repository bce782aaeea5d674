import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ChoiceGroup } from '../ui/choice-group.js';
import { PageHeading } from '../ui/page-title.js';
import { ChartsGallery } from './charts.js';
import { CompetitionsGallery } from './competitions.js';
import { DialogsGallery } from './dialogs.js';
import { FormsGallery } from './forms.js';
import { Page } from './frame.js';
import { GolfGallery } from './golf.js';
import { PrimitivesGallery } from './primitives.js';
import { ResultsGallery } from './results.js';

type Theme = 'system' | 'light';

function Gallery() {
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => {
    const page = document.documentElement;
    if (theme === 'light') page.dataset.theme = 'light';
    else delete page.dataset.theme;
  }, [theme]);
  return (
    <Page>
      <PageHeading over="Every component in every state">Fairmark</PageHeading>
      <ChoiceGroup<Theme>
        legend="Theme"
        columns={2}
        value={theme}
        onChange={setTheme}
        options={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
        ]}
      />
      <PrimitivesGallery />
      <DialogsGallery />
      <FormsGallery />
      <GolfGallery />
      <ResultsGallery />
      <CompetitionsGallery />
      <ChartsGallery />
    </Page>
  );
}

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  );
}
