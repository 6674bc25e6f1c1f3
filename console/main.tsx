import { render } from 'preact';
import { startSession } from './app/gateway.ts';
import { App } from './pages/app.tsx';

const root = document.querySelector('#app');
if (root) render(<App />, root);
void startSession();
