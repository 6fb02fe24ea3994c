// One entry of the table: FILE is where the file lies.
{
    &FILE[sizeof "../WebClient" - 1],
    sizeof(const unsigned char[]){
#embed FILE
    },
    (const unsigned char[]){
#embed FILE
    },
},
#undef FILE
