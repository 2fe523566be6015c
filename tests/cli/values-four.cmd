mad values chaturaji | sed -n "1,3p;18,30p"; mad values four-player-chess | head -n 6; mad show chaturaji --piece Nobody
