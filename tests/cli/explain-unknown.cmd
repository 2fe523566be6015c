./mad explain letter-colision
