// SPDX-License-Identifier: GPL-3.0-or-later
// The sound of an offer. Browsers let a page sound only after it was touched, and we ask for no more.
import { byId } from './dom.js';

export class Alert {
  constructor() {
    this.offer = undefined;
    this.isSilent = false;
    const wake = () => {
      this.context ??= new AudioContext();
      this.context.resume();
    };
    for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, wake, { once: true });
  }

  // Sounds for an offer, every other second until it is over.
  begin(offer) {
    clearInterval(this.timer);
    this.offer = offer;
    this.sound();
    this.timer = setInterval(() => this.sound(), 2000);
  }

  end() {
    clearInterval(this.timer);
    this.isSilent = false;
  }

  sound() {
    if (this.isSilent || !byId('with-sound').checked || this.context?.state !== 'running') return;
    const [tone, volume] = [this.context.createOscillator(), this.context.createGain()];
    const now = this.context.currentTime;
    tone.frequency.setValueAtTime(660, now);
    tone.frequency.setValueAtTime(880, now + 0.15);
    volume.gain.setValueAtTime(0.15, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.4);
    tone.connect(volume).connect(this.context.destination);
    tone.start(now);
    tone.stop(now + 0.4);
  }
}
